require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800010_records_firmware.js`);
