// What one device stores is bounded, so that it stops nothing for others. The mean of numbers up to 1e300 is a number whatever
// their count. `extra` is 32 KB at most (what it may hold: pb_hooks/readings.pb.js), and a batch 2 MB, which 50 such readings
// fit in. Bounds that are already set are kept.
migrate((app) => {
	const most = 1e300;
	const readings = app.findCollectionByNameOrId("readings");
	const value = readings.fields.getByName("value");
	if (value.min === null && value.max === null) {
		value.min = -most;
		value.max = most;
	}
	const extra = readings.fields.getByName("extra");
	if (extra.maxSize === 0) {
		extra.maxSize = 32_768;
	}
	app.save(readings);
	const settings = app.settings();
	if (settings.batch.maxBodySize === 0) {
		settings.batch.maxBodySize = 2_000_000;
	}
	app.save(settings);
}, () => {
	// Nothing is taken back: the bounds harm nobody.
});
