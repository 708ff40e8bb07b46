require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800013_records_device_status.js`);
