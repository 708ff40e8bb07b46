// For development alone: names of sensors and units may have any letters, so that filters can be tried with them. The kit refuses
// control characters.
migrate((app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.fields.getByName("sensor").pattern = "";
	readings.fields.getByName("unit").pattern = "";
	app.save(readings);
}, () => {
	// Nothing is taken back: what the kit's migration would refuse may be there.
});
