// A device that is taken out of service has the date in "removed". Its readings stay, and it can't log in any more.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	if (!users.fields.getByName("removed")) {
		users.fields.add(new Field({ type: "date", name: "removed" }));
	}
	if (users.authRule !== null && String(users.authRule) === "") {
		users.authRule = "removed = ''";
	}
	app.save(users);
}, () => {
	// Nothing is taken back: removed devices could log in again.
});
