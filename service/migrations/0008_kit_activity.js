require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800002_records_activity.js`);
