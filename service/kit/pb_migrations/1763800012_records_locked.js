// A device that is locked out has the date in "locked", and can't log in, whatever its password is. It is called silent by
// nobody.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	if (!users.fields.getByName("locked")) {
		users.fields.add(new Field({ type: "date", name: "locked" }));
	}
	if (users.authRule !== null && String(users.authRule) === "removed = ''") {
		users.authRule = "removed = '' && locked = ''";
	}
	app.save(users);
}, () => {
	// Nothing is taken back: locked devices could log in again.
});
