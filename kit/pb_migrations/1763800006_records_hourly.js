// Readings that the retention (pb_hooks/retention.pb.js) has deleted, as one row for each device, sensor and hour. A device
// sees its own; only superusers change them (null).
migrate((app) => {
	if (!app.isCollectionNameUnique("readings_hourly")) {
		const { fields, type } = app.findCollectionByNameOrId("readings_hourly");
		if (type !== "base" || !["device", "sensor", "unit", "hour", "count", "minimum", "mean", "maximum"].every((name) => fields.getByName(name))) {
			throw new Error('there is another collection "readings_hourly": give it another name');
		}
		return; // an imported one stays
	}
	const users = app.findCollectionByNameOrId("users");
	const own = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	app.save(new Collection({
		type: "base",
		name: "readings_hourly",
		listRule: own,
		viewRule: own,
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: false },
			{ type: "text", name: "sensor", required: true, max: 100 },
			{ type: "text", name: "unit", max: 30 },
			{ type: "date", name: "hour", required: true },
			{ type: "number", name: "count" },
			{ type: "number", name: "minimum" },
			{ type: "number", name: "mean" },
			{ type: "number", name: "maximum" }
		],
		indexes: ["CREATE UNIQUE INDEX idx_readings_hourly ON readings_hourly (device, sensor, hour, unit)"]
	}));
}, () => {
	// Nothing is taken back: the rows would be gone.
});
