require(`${__hooks}/../kit/pb_migrations/1763800000_records_users.js`);
