require(`${__hooks}/../kit/pb_migrations/1763800001_records_readings.js`);
