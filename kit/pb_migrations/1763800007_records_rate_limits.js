// Guessing passwords: from one address 10 log-ins of superusers and 300 of devices a minute. 300 take a quarter of the time
// of two processor cores, and a fleet behind one address comes back with them. Requests of devices that are logged in have no
// limit here. Limits that are already set are kept.
migrate((app) => {
	const settings = app.settings();
	if (settings.rateLimits.enabled) {
		return;
	}
	settings.rateLimits.enabled = true;
	settings.rateLimits.rules = [
		{ label: "_superusers:authWithPassword", audience: "", duration: 60, maxRequests: 10 },
		{ label: "users:authWithPassword", audience: "", duration: 60, maxRequests: 300 }
	];
	app.save(settings);
}, (app) => {
	const settings = app.settings();
	settings.rateLimits.enabled = false;
	app.save(settings);
});
