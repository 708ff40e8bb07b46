// One row for each device that has posted, with the id of its user: how many readings were stored, how many of them more
// than 90 seconds after they were taken, the time of the first and of the last. A trigger of the database counts, which
// costs less than a hook. The counts never fall: deleted readings stay counted. Superusers only (null).
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const activity = new Collection({
		type: "base",
		name: "device_activity",
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: true },
			{ type: "number", name: "readings" },
			{ type: "number", name: "late" },
			{ type: "date", name: "first" },
			{ type: "date", name: "last" }
		],
		indexes: [
			"CREATE UNIQUE INDEX idx_device_activity_device ON device_activity (device)",
			"CREATE INDEX idx_device_activity_last ON device_activity (last)"
		]
	});
	const found = app.isCollectionNameUnique("device_activity") ? activity : app.findCollectionByNameOrId("device_activity"); // an imported one, or somebody's own
	if (found.type !== "base") {
		throw new Error(`there is another collection "device_activity", of the type ${found.type}: give it another name`);
	}
	for (const field of activity.fields) {
		if (!found.fields.getByName(field.name)) {
			found.fields.add(field);
		}
	}
	app.save(found);
	const isLate = (row) => `(${row}taken != '' AND (julianday(${row}created) - julianday(${row}taken)) * 86400 > 90)`;
	const run = (sql) => app.db().newQuery(sql).execute();
	run(`
		INSERT OR IGNORE INTO device_activity (id, device, readings, late, first, last)
		SELECT device, device, COUNT(*), SUM(${isLate("")}), MIN(created), MAX(created) FROM readings WHERE device != '' GROUP BY device
	`);
	run(`
		CREATE TRIGGER IF NOT EXISTS records_activity AFTER INSERT ON readings WHEN NEW.device != '' BEGIN
			INSERT INTO device_activity (id, device, readings, late, first, last)
			VALUES (NEW.device, NEW.device, 1, ${isLate("NEW.")}, NEW.created, NEW.created)
			ON CONFLICT (id) DO UPDATE SET readings = readings + 1, late = late + excluded.late, last = MAX(last, excluded.last);
		END
	`);
}, (app) => {
	// The view of a later migration, which is not taken back by itself, is made of it.
	const status = app.isCollectionNameUnique("device_status") ? undefined : app.findCollectionByNameOrId("device_status");
	if (status && status.type === "view") {
		app.delete(status);
	}
	// Those of a later migration write there, too.
	for (const name of ["activity", "report_changed", "report_deleted"]) {
		app.db().newQuery(`DROP TRIGGER IF EXISTS records_${name}`).execute();
	}
	app.delete(app.findCollectionByNameOrId("device_activity"));
});
