require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800015_records_texts.js`);
