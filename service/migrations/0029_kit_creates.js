require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800021_records_creates.js`);
