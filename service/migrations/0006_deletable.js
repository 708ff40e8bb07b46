// For development alone: a device deletes its own readings, so that deleteRecord can be tried. The kit locks it.
migrate((app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.deleteRule = readings.listRule;
	app.save(readings);
}, (app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.deleteRule = null;
	app.save(readings);
});
