// For development alone: a device deletes its own readings, so that deleteRecord can be tried. The kit locks it.
migrate((app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.deleteRule = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	app.save(readings);
}, (app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.deleteRule = null;
	app.save(readings);
});
