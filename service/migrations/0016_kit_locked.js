require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800012_records_locked.js`);
