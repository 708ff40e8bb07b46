require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800001_records_readings.js`);
