// A device makes, sees and repeats its own readings only, and hands none to another device. The create rule sees a reading as
// it was posted, before own-readings.pb.js fills in the device. Only a superuser deletes readings (null locks a rule). While
// a device has readings, its user can't be deleted.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const own = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	const fields = [
		{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: false },
		{ type: "text", name: "sensor", required: true, max: 100 },
		{ type: "number", name: "value" },
		{ type: "text", name: "unit", max: 30 },
		{ type: "date", name: "taken" },
		{ type: "json", name: "extra" },
		{ type: "autodate", name: "created", onCreate: true },
		{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }
	];
	const readings = app.isCollectionNameUnique("readings") ? new Collection({ type: "base", name: "readings" }) : app.findCollectionByNameOrId("readings");
	if (readings.type !== "base") {
		throw new Error(`there is another collection "readings", of the type ${readings.type}: give it another name`);
	}
	for (const field of fields) {
		const found = readings.fields.getByName(field.name);
		if (!found) {
			readings.fields.add(new Field(field));
		}
		else if (field.type !== "text" && found.type() !== field.type) { // a select is a text, too
			throw new Error(`there is another collection "readings", whose field "${field.name}" is not of the type ${field.type}: give it another name`);
		}
	}
	readings.fields.getByName("device").cascadeDelete = false; // in a collection that was there before, too
	readings.addIndex("idx_readings_device_created", false, "device, created", "");
	// What the live page, exports and the retention ask for: the newest readings of a sensor, the newest of all devices, and all
	// readings that were received in a time. Each index takes 30 to 60 bytes for a reading.
	readings.addIndex("idx_readings_device_sensor_created", false, "device, sensor, created", "");
	readings.addIndex("idx_readings_created", false, "created", "");
	readings.listRule = own;
	readings.viewRule = own;
	readings.createRule = "@request.auth.collectionName = 'users' && (device = '' || device = @request.auth.id)";
	readings.updateRule = `${own} && @request.body.device:changed = false`;
	readings.deleteRule = null;
	app.save(readings);
}, () => {
	// Nothing is taken back: the readings would be gone.
});
