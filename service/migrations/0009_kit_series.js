require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800003_records_series.js`);
