// For development, and the example "camera": pictures that devices send. A device makes, sees and deletes its own. The picture
// is protected: whoever fetches it needs a file token. The attachment is not. A picture is posted without the device's id:
// pictures.pb.js fills it in, behind the create rule.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const own = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	app.save(new Collection({
		type: "base",
		name: "pictures",
		listRule: own,
		viewRule: own,
		createRule: "@request.auth.collectionName = 'users' && (device = '' || device = @request.auth.id)",
		updateRule: `${own} && @request.body.device:changed = false`,
		deleteRule: own,
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: true },
			{ type: "text", name: "title", max: 100 },
			{ type: "file", name: "picture", maxSelect: 1, maxSize: 16777216, protected: true },
			{ type: "file", name: "attachment", maxSelect: 1, maxSize: 16777216 },
			{ type: "date", name: "taken" },
			{ type: "autodate", name: "created", onCreate: true }
		]
	}));
});
