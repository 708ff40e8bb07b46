// A log-in looks for its user by email, then by username; so does `npm run fleet`. SQLite uses the unique indexes for neither,
// because they leave the empty texts out: it read all of 100,000 users for each log-in.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	for (const name of ["email", "username"]) {
		users.addIndex(`idx_users_by_${name}`, false, name, "");
	}
	app.save(users);
}, (app) => {
	const users = app.findCollectionByNameOrId("users");
	for (const name of ["email", "username"]) {
		users.removeIndex(`idx_users_by_${name}`);
	}
	app.save(users);
});
