// A device makes, sees and repeats its own readings only, and hands none to another device. The create rule sees a reading as
// it was posted, before pb_hooks/readings.pb.js fills in the device. Only a superuser deletes readings (null locks a rule). While
// a device has readings, its user can't be deleted.
//
// What one device stores is bounded, so that it stops nothing for others, and can be held and shown by whoever reads it. The mean
// of numbers up to 1e300 is a number whatever their count. Names and units have no control characters; `taken` is a date that
// databases have (MySQL's begin in the year 1000); `extra` is 32 KB at most (what it may hold: pb_hooks/readings.pb.js). Bounds that
// are already set are kept.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const own = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	const seen = `(${own}) || @request.auth.collectionName = 'operators'`;
	const device = { type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: false };
	const printable = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";
	const fields = [
		device,
		{ type: "text", name: "sensor", required: true, max: 100, pattern: printable },
		{ type: "number", name: "value", min: -1e300, max: 1e300 },
		{ type: "text", name: "unit", max: 30, pattern: printable },
		{ type: "date", name: "taken", min: "1000-01-01 00:00:00.000Z", max: "9999-12-31 23:59:59.999Z" },
		{ type: "json", name: "extra", maxSize: 32_768 },
		{ type: "autodate", name: "created", onCreate: true },
		{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }
	];
	const bounds = { text: ["pattern"], number: ["min", "max"], date: ["min", "max"], json: ["maxSize"] };
	const isSet = (bound) => bound !== null && bound !== "" && bound !== 0 && !bound.isZero?.();
	const readings = app.isCollectionNameUnique("readings") ? new Collection({ type: "base", name: "readings" }) : app.findCollectionByNameOrId("readings");
	if (readings.type !== "base") {
		throw new Error(`there is another collection "readings", of the type ${readings.type}: give it another name`);
	}
	for (const definition of fields) {
		const field = new Field(definition);
		const found = readings.fields.getByName(field.name);
		if (!found) {
			readings.fields.add(field);
		}
		else if (found.type() === field.type()) {
			for (const bound of (bounds[field.type()] || []).filter((name) => !isSet(found[name]))) {
				found[bound] = field[bound];
			}
		}
		else if (field.type() !== "text") { // a select is a text, too
			throw new Error(`there is another collection "readings", whose field "${field.name}" is not of the type ${field.type()}: give it another name`);
		}
	}
	readings.fields.getByName("device").cascadeDelete = false; // in a collection that was there before, too
	readings.addIndex("idx_readings_device_created", false, "device, created", "");
	// What the live page, exports and the retention ask for: the newest readings of a sensor, the newest of all devices, and all
	// readings that were received in a time. Each index takes 30 to 60 bytes for a reading.
	readings.addIndex("idx_readings_device_sensor_created", false, "device, sensor, created", "");
	readings.addIndex("idx_readings_created", false, "created", "");
	readings.listRule = readings.viewRule = seen;
	readings.createRule = "@request.auth.collectionName = 'users' && (device = '' || device = @request.auth.id)";
	readings.updateRule = `${own} && @request.body.device:changed = false`;
	readings.deleteRule = null;
	app.save(readings);

	// Readings that the retention (pb_hooks/retention.pb.js) has deleted, as one row for each device, sensor and hour. A device
	// sees its own; only superusers change them.
	if (app.isCollectionNameUnique("readings_hourly")) {
		app.save(new Collection({
			type: "base",
			name: "readings_hourly",
			listRule: seen,
			viewRule: seen,
			fields: [
				device,
				{ type: "text", name: "sensor", required: true, max: 100 },
				{ type: "text", name: "unit", max: 30 },
				{ type: "date", name: "hour", required: true },
				...["count", "minimum", "mean", "maximum"].map((name) => ({ type: "number", name }))
			],
			indexes: ["CREATE UNIQUE INDEX idx_readings_hourly ON readings_hourly (device, sensor, hour, unit)"]
		}));
	}
	const hourly = app.findCollectionByNameOrId("readings_hourly"); // an imported one stays
	if (hourly.type !== "base" || !["device", "sensor", "unit", "hour", "count", "minimum", "mean", "maximum"].every((name) => hourly.fields.getByName(name))) {
		throw new Error('there is another collection "readings_hourly": give it another name');
	}
});
