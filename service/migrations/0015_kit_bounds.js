require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800011_records_bounds.js`);
