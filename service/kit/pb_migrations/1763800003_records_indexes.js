// What the live page, exports and the retention ask for: the newest readings of a sensor, the newest of all devices, and all
// readings that were received in a time. Each index takes 30 to 60 bytes for a reading.
migrate((app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.addIndex("idx_readings_device_sensor_created", false, "device, sensor, created", "");
	readings.addIndex("idx_readings_created", false, "created", "");
	app.save(readings);
}, (app) => {
	const readings = app.findCollectionByNameOrId("readings");
	readings.removeIndex("idx_readings_device_sensor_created");
	readings.removeIndex("idx_readings_created");
	app.save(readings);
});
