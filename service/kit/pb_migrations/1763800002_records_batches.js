// An outbox delivers up to 50 readings in one request.
migrate((app) => {
	const settings = app.settings();
	settings.batch.enabled = true;
	settings.batch.maxRequests = 50;
	settings.batch.timeout = 3; // seconds
	app.save(settings);
}, (app) => {
	const settings = app.settings();
	settings.batch.enabled = false;
	app.save(settings);
});
