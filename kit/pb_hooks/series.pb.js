// RECORDS_DEVICE_SERIES: how many series, which are sensors with their units, a device has at most; 100 without it. The database
// looks at it when a series begins (pb_migrations/1763800003_records_series.js). The first start is here before its migrations.
onBootstrap((event) => {
	event.next();
	if (!$app.isCollectionNameUnique("records_bounds")) {
		return; // somebody's own: the migration says so
	}
	const usual = 100;
	const text = $os.getenv("RECORDS_DEVICE_SERIES") || String(usual);
	const isNumber = /^[1-9]\d{0,8}$/.test(text);
	if (!isNumber) {
		$app.logger().error(`RECORDS_DEVICE_SERIES is not a whole number of 1 or more: it is taken for ${usual}`, "value", text);
	}
	$app.db().newQuery("CREATE TABLE IF NOT EXISTS records_bounds (name TEXT PRIMARY KEY, most INTEGER NOT NULL) WITHOUT ROWID").execute();
	$app.db().newQuery("INSERT OR REPLACE INTO records_bounds VALUES ('series', {:most})").bind({ most: isNumber ? Number(text) : usual }).execute();
});
