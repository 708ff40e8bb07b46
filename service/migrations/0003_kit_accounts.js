require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800000_records_accounts.js`);
