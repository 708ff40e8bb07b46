// RECORDS_KEEP_DAYS: days after which a reading is deleted; without it, readings stay for ever. What goes is kept as one row
// of readings_hourly for each device, sensor, unit and hour. It counts from when a reading was received, so that one that was
// delivered late stays as long as others. A transaction takes 2,000 readings: others wait for it no longer than for a batch.
cronAdd("records_retention", "*/10 * * * *", () => {
	const text = $os.getenv("RECORDS_KEEP_DAYS");
	if (text === "") {
		return;
	}
	const days = Number(text);
	if (!(days >= 1)) {
		$app.logger().error("RECORDS_KEEP_DAYS is not a number of 1 or more: no reading is deleted", "value", text);
		return;
	}
	const end = Date.now() + 540_000; // milliseconds: before the next run
	const oldest = new Date(Date.now() - days * 86_400_000).toISOString().replace("T", " ");
	const chosen = "SELECT id FROM readings WHERE created < {:oldest} ORDER BY created LIMIT 2000";
	let deleted = 0;
	do {
		$app.runInTransaction((app) => {
			app.db().newQuery(`
				INSERT INTO readings_hourly (id, device, sensor, unit, hour, count, minimum, mean, maximum)
				SELECT lower(substr(hex(randomblob(8)), 1, 15)), device, sensor, unit,
					strftime('%Y-%m-%d %H:00:00.000Z', CASE taken WHEN '' THEN created ELSE taken END) AS start, COUNT(*), MIN(value), AVG(value), MAX(value)
				FROM readings WHERE id IN (${chosen}) GROUP BY device, sensor, unit, start
				ON CONFLICT (device, sensor, hour, unit) DO UPDATE SET
					mean = (mean * count + excluded.mean * excluded.count) / (count + excluded.count), count = count + excluded.count,
					minimum = MIN(minimum, excluded.minimum), maximum = MAX(maximum, excluded.maximum)
			`).bind({ oldest }).execute();
			deleted = app.db().newQuery(`DELETE FROM readings WHERE id IN (${chosen})`).bind({ oldest }).execute().rowsAffected();
		});
		sleep(20);
	} while (deleted > 0 && Date.now() < end);
});
