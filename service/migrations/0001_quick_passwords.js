// Hashing a password the safe way costs 50 ms of processor time. Tests that throw their data away ask for the
// cheapest hash instead; it has to be set before the first password is. Without the variable nothing changes.
migrate((app) => {
	if (!$os.getenv("RECORDS_SERVICE_QUICK"))
		return;

	for (const name of ["users", "_superusers"]) {
		const collection = app.findCollectionByNameOrId(name);
		collection.fields.getByName("password").cost = 4;
		app.save(collection);
	}
});
