require(`${__hooks}/../kit/pb_migrations/1763800002_records_batches.js`);
