// "users" holds the devices, one user each. They log in by email or by username. Only a superuser makes, changes or deletes
// one (null locks a rule; an empty text would open it to everybody). A device sees itself only. One that is taken out of
// service has the date in "removed", one that is locked out in "locked": neither can log in, whatever its password is.
//
// "operators" holds people who look at all devices and change nothing. Only a superuser makes, changes or deletes one.
//
// Nothing of the kit's migrations is taken back by `migrate down`: rules that were there before may have let anybody sign up, and
// what is stored would be gone. They can be applied again.
migrate((app) => {
	const operator = "@request.auth.collectionName = 'operators'";
	const users = app.findCollectionByNameOrId("users");
	// A username is optional: the index leaves the empty ones out. It has no "@", so that it is nobody's email.
	for (const field of [{ type: "text", name: "username", max: 150, pattern: "^\\w[\\w.-]*$" }, { type: "date", name: "removed" }, { type: "date", name: "locked" }]) {
		if (!users.fields.getByName(field.name)) {
			users.fields.add(new Field(field));
		}
	}
	if (users.authRule !== null && String(users.authRule) === "") {
		users.authRule = "removed = '' && locked = ''";
	}
	users.addIndex("idx_users_username", true, "username", "username != ''");
	// A log-in looks for its user by email, then by username; so does `npm run fleet`. SQLite uses the unique indexes for neither,
	// because they leave the empty texts out: it read all of 100,000 users for each log-in.
	for (const name of ["email", "username"]) {
		users.addIndex(`idx_users_by_${name}`, false, name, "");
	}
	users.passwordAuth.enabled = true;
	users.passwordAuth.identityFields = ["email", "username"];
	users.authAlert.enabled = false; // devices read no mail
	users.listRule = users.viewRule = `id = @request.auth.id || ${operator}`;
	users.createRule = users.updateRule = users.deleteRule = users.manageRule = null;
	app.save(users);

	if (app.isCollectionNameUnique("operators")) {
		const itself = `${operator} && id = @request.auth.id`;
		const made = new Collection({ type: "auth", name: "operators", listRule: itself, viewRule: itself });
		made.authAlert.enabled = false; // a log-in would wait for the mail
		app.save(made);
	}
	// Whoever may sign up there would read all.
	const operators = app.findCollectionByNameOrId("operators");
	if (operators.type !== "auth" || operators.createRule !== null || operators.updateRule !== null || operators.manageRule !== null || operators.oauth2.enabled) {
		throw new Error('there is another collection "operators", in which people may sign up or change themselves: give it another name');
	}
});
