require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800019_records_series.js`);
