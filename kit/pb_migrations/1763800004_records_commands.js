// "commands" holds commands to devices (examples/relay), and "firmware" what they install (examples/update). Superusers make both,
// operators see them. The device that a command is for sees it, and says once what became of it: a second answer finds no command
// that is new. Firmware is signed, and a device installs nothing else; each device that is logged in reads all of it. The file is
// protected, so that nobody else does. Somebody's own collections of these names, and imported ones, stay.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const operator = "@request.auth.collectionName = 'operators'";
	const devices = "@request.auth.collectionName = 'users'";
	const own = `${devices} && device = @request.auth.id`;
	const kept = ["device", "seq", "what", "expires"].map((name) => `@request.body.${name}:changed = false`).join(" && ");
	const printable = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";
	const make = (name, seen, definition) => {
		if (app.isCollectionNameUnique(name)) {
			app.save(new Collection({ type: "base", name, listRule: seen, viewRule: seen, ...definition }));
		}
	};
	make("commands", `(${own}) || ${operator}`, {
		updateRule: `${own} && state = 'new' && (@request.body.state = 'done' || @request.body.state = 'failed') && ${kept}`,
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: true },
			{ type: "number", name: "seq", onlyInt: true },
			{ type: "text", name: "what", required: true, max: 100, pattern: printable },
			{ type: "date", name: "expires", required: true },
			{ type: "select", name: "state", required: true, maxSelect: 1, values: ["new", "done", "failed"] },
			{ type: "text", name: "result", max: 500, pattern: printable },
			{ type: "autodate", name: "created", onCreate: true },
			{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }
		],
		indexes: ["CREATE INDEX idx_commands_device_updated ON commands (device, updated, id)"]
	});
	make("firmware", `${devices} || ${operator}`, {
		fields: [
			{ type: "text", name: "target", required: true, max: 32, pattern: "^[\\w.-]+$" },
			{ type: "number", name: "version", required: true, min: 1, onlyInt: true },
			{ type: "number", name: "length", required: true, min: 1, onlyInt: true },
			{ type: "text", name: "sha256", required: true, pattern: "^[0-9a-f]{64}$" },
			{ type: "text", name: "signature", required: true, pattern: "^[0-9a-f]{128}$" },
			{ type: "file", name: "file", required: true, maxSelect: 1, maxSize: 16777216, protected: true },
			{ type: "autodate", name: "created", onCreate: true }
		],
		indexes: ["CREATE UNIQUE INDEX idx_firmware_target_version ON firmware (target, version)"]
	});
});
