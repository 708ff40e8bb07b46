require(`${$os.getenv("RECORDS_SERVICE_KIT")}/pb_migrations/1763800017_records_reports.js`);
