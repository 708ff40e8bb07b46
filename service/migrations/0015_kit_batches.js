require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800005_records_batches.js`);
