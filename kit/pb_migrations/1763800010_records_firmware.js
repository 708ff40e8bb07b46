// Firmware for devices (examples/update). Superusers make it: it is signed, and a device installs nothing else. Each device that
// is logged in reads all of it; the file is protected, so that nobody else does.
migrate((app) => {
	if (!app.isCollectionNameUnique("firmware")) {
		return; // somebody's own, or an imported one, stays
	}
	const devices = "@request.auth.collectionName = 'users'";
	app.save(new Collection({
		type: "base",
		name: "firmware",
		listRule: devices,
		viewRule: devices,
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
	}));
}, () => {
	// Nothing is taken back: the firmware would be gone.
});
