require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800014_records_operators.js`);
