// For development alone: settings that a device follows by live records, as docs/live.md shows.
migrate((app) => {
	const settings = new Collection({
		type: "base",
		name: "settings",
		listRule: "@request.auth.id != ''",
		viewRule: "@request.auth.id != ''",
		fields: [
			{ type: "text", name: "name", required: true, max: 100 },
			{ type: "number", name: "value" },
			{ type: "bool", name: "removed" },
			{ type: "autodate", name: "created", onCreate: true },
			{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }
		]
	});
	app.save(settings);

	const interval = new Record(settings);
	interval.set("name", "interval");
	interval.set("value", 60);
	app.save(interval);
});
