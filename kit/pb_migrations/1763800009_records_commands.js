// Commands to devices (examples/relay). Superusers make them. The device that a command is for sees it, and says once what
// became of it: a second answer finds no command that is new.
migrate((app) => {
	if (!app.isCollectionNameUnique("commands")) {
		return; // somebody's own, or an imported one, stays
	}
	const users = app.findCollectionByNameOrId("users");
	const own = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	const kept = ["device", "seq", "what", "expires"].map((name) => `@request.body.${name}:changed = false`).join(" && ");
	app.save(new Collection({
		type: "base",
		name: "commands",
		listRule: own,
		viewRule: own,
		updateRule: `${own} && state = 'new' && (@request.body.state = 'done' || @request.body.state = 'failed') && ${kept}`,
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: true },
			{ type: "number", name: "seq", onlyInt: true },
			{ type: "text", name: "what", required: true, max: 100 },
			{ type: "date", name: "expires", required: true },
			{ type: "select", name: "state", required: true, maxSelect: 1, values: ["new", "done", "failed"] },
			{ type: "text", name: "result", max: 500 },
			{ type: "autodate", name: "created", onCreate: true },
			{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }
		],
		indexes: ["CREATE INDEX idx_commands_device_updated ON commands (device, updated, id)"]
	}));
}, () => {
	// Nothing is taken back: the commands would be gone.
});
