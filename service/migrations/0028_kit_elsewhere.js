require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800020_records_elsewhere.js`);
