// "users" holds the devices, one user each. They log in by email or by username. Only a superuser makes, changes or deletes
// one (null locks a rule; an empty text would open it to everybody). A device sees itself only. One that is taken out of
// service has the date in "removed", one that is locked out in "locked": neither can log in, whatever its password is.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	// A username is optional: the index leaves the empty ones out. It has no "@", so that it is nobody's email.
	if (!users.fields.getByName("username")) {
		users.fields.add(new TextField({ name: "username", max: 150, pattern: "^\\w[\\w.-]*$" }));
	}
	for (const name of ["removed", "locked"]) {
		if (!users.fields.getByName(name)) {
			users.fields.add(new Field({ type: "date", name }));
		}
	}
	if (users.authRule !== null && String(users.authRule) === "") {
		users.authRule = "removed = '' && locked = ''";
	}
	users.addIndex("idx_users_username", true, "username", "username != ''");
	users.passwordAuth.enabled = true;
	users.passwordAuth.identityFields = ["email", "username"];
	users.authAlert.enabled = false; // devices read no mail
	users.listRule = "id = @request.auth.id";
	users.viewRule = "id = @request.auth.id";
	users.createRule = null;
	users.updateRule = null;
	users.deleteRule = null;
	users.manageRule = null;
	app.save(users);
}, () => {
	// Nothing is taken back: the rules before may have let anybody sign up.
});
