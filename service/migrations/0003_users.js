// Login by email or by username. The name is optional, so that the index leaves the empty ones out, and has no "@",
// so that nobody's name can be somebody's email.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	users.fields.add(new TextField({ name: "username", max: 150, pattern: "^\\w[\\w.-]*$" }));
	users.addIndex("idx_users_username", true, "username", "username != ''");
	users.passwordAuth.identityFields = ["email", "username"];
	users.authAlert.enabled = false; // there is no mail server to send it with
	app.save(users);
}, (app) => {
	const users = app.findCollectionByNameOrId("users");
	users.passwordAuth.identityFields = ["email"];
	users.authAlert.enabled = true;
	users.removeIndex("idx_users_username");
	users.fields.removeByName("username");
	app.save(users);
});
