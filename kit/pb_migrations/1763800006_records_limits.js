// Guessing passwords: from one address 10 log-ins of superusers, 10 of operators and 300 of devices a minute. 300 take a quarter of
// the time of two processor cores, and a fleet behind one address comes back with them. Requests of devices that are logged in have
// no limit here.
//
// The log of PocketBase has what goes wrong (warnings and errors, 5 days), not each request: one of a create takes three times
// the bytes of its reading. pb_hooks/log.pb.js bounds the rest.
//
// Limits, and settings of the log that are not PocketBase's own, are kept.
migrate((app) => {
	const settings = app.settings();
	if (!settings.rateLimits.enabled) {
		settings.rateLimits.enabled = true;
		settings.rateLimits.rules = [["_superusers", 10], ["users", 300], ["operators", 10]].map(([name, maxRequests]) => ({ label: `${name}:authWithPassword`, audience: "", duration: 60, maxRequests }));
	}
	if (settings.logs.minLevel === 0 && settings.logs.maxDays === 5) {
		settings.logs.minLevel = 4;
	}
	app.save(settings);
});
