// The log of PocketBase has what goes wrong (warnings and errors, 5 days), not each request: one of a create takes three times
// the bytes of its reading. pb_hooks/log.pb.js bounds the rest. Settings that are not PocketBase's own are kept.
migrate((app) => {
	const settings = app.settings();
	if (settings.logs.minLevel === 0 && settings.logs.maxDays === 5) {
		settings.logs.minLevel = 4;
		app.save(settings);
	}
}, () => {
	// Nothing is taken back: the settings may be somebody's own by now.
});
