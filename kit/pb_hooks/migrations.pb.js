// The kit's migrations need names that may be somebody's own: a view "readings" can't hold readings. PocketBase by itself would not
// start. So they run here first, all or none of them. Where one fails, the output and the log say why, those that are not applied
// count as such until the next start (0 in `applied`), and PocketBase serves what it had; the kit's paths answer 503
// (requests.pb.js). `migrate up` fails as it does by itself.
onBootstrap((event) => {
	event.next();
	$app.db().newQuery("DELETE FROM _migrations WHERE applied = 0").execute();
	if (!$os.args.includes("serve")) {
		return;
	}
	try {
		$app.runAppMigrations();
	}
	catch (error) {
		const fault = String(error).replace(/^GoError: | at \S+\(\d+\)$/g, "");
		if (!/failed to apply migration \d+_records_\w+\.js/.test(fault)) {
			return; // somebody's own: PocketBase says so
		}
		// What is in memory is not taken back with the database.
		$app.reloadSettings();
		$app.reloadCachedCollections();
		const text = `the kit's collections are not made, and PocketBase serves what it had: ${fault}. The next start tries again`;
		console.error(text);
		$app.logger().error(text);
		$app.store().set("records_left_out", true);
		for (const entry of $os.readDir(`${__hooks}/../pb_migrations`)) {
			if (/^\d+_records_\w+\.js$/.test(entry.name())) {
				$app.db().newQuery("INSERT OR IGNORE INTO _migrations (file, applied) VALUES ({:file}, 0)").bind({ file: entry.name() }).execute();
			}
		}
	}
});
