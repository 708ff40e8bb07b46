// An outbox delivers up to 50 readings in one request. A batch has 2 MB at most, which 50 readings fit in whose `extra` is as long
// as it may be; a bound that is already set is kept.
migrate((app) => {
	const settings = app.settings();
	settings.batch.enabled = true;
	settings.batch.maxRequests = 50;
	settings.batch.timeout = 10; // seconds: less than limits.firstByte of the client, so that it gets the answer
	if (settings.batch.maxBodySize === 0) {
		settings.batch.maxBodySize = 2_000_000;
	}
	app.save(settings);
});
