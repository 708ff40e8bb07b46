require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800006_records_hourly.js`);
