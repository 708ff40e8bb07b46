require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800004_records_commands.js`);
