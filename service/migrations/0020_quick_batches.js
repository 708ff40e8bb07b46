// Tests run on machines that need longer for a batch than the kit gives it. Without the variable nothing changes.
migrate((app) => {
	if (!$os.getenv("RECORDS_SERVICE_QUICK"))
		return;

	const settings = app.settings();
	settings.batch.timeout = 60; // seconds
	app.save(settings);
});
