require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800018_records_names.js`);
