// A device sees and writes only its own readings. The create rule sees the reading as it was posted, before the hook
// in own-readings.pb.js fills in a missing device; a reading can't be handed to another device later either.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const own = "device = @request.auth.id";

	app.save(new Collection({
		type: "base",
		name: "readings",
		listRule: own,
		viewRule: own,
		createRule: "@request.auth.id != '' && (device = '' || device = @request.auth.id)",
		updateRule: `${own} && @request.body.device:changed = false`,
		deleteRule: own,
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: true },
			{ type: "text", name: "sensor", required: true, max: 100 },
			{ type: "number", name: "value" },
			{ type: "text", name: "unit", max: 30 },
			{ type: "date", name: "taken" },
			{ type: "json", name: "extra" },
			{ type: "autodate", name: "created", onCreate: true },
			{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }
		],
		indexes: ["CREATE INDEX `idx_readings_device_created` ON `readings` (`device`, `created`)"]
	}));
}, (app) => {
	app.delete(app.findCollectionByNameOrId("readings"));
});
