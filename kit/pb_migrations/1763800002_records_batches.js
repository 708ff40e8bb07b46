// An outbox delivers up to 50 readings in one request.
migrate((app) => {
	const settings = app.settings();
	settings.batch.enabled = true;
	settings.batch.maxRequests = 50;
	settings.batch.timeout = 10; // seconds: less than limits.firstByte of the client, so that it gets the answer
	app.save(settings);
}, (app) => {
	const settings = app.settings();
	settings.batch.enabled = false;
	app.save(settings);
});
