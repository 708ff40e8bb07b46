// RECORDS_KEEP_DAYS: days after which a reading is deleted; without it, readings stay for ever. What goes is kept as one row
// of readings_hourly for each device, sensor, unit and hour. It counts from when a reading was received, so that one that was
// delivered late stays as long as others. The last health record of a device stays: it has the interval by which the device
// is silent. A transaction takes 2,000 readings: others wait for it no longer than for a batch. Where it fails, they go one by
// one, and one that can't be put together with others is passed over: it stops nothing for the others. The metrics have when
// the last run ended, and how many it has passed over.
//
// With RECORDS_FEED_TOKEN only readings that were forwarded are deleted, up to the one that the last request of the feed has
// named: that one stays, as the place from which the next begins. After a start nothing was named, and nothing is deleted. The
// metrics have how many old readings wait.
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
	const many = 2000; // readings of a transaction; their values are added as parts of that, so that the sum is a number
	const scale = 1 / 2048;
	const end = Date.now() + 540_000; // milliseconds: before the next run
	const oldest = new Date(Date.now() - days * 86_400_000).toISOString().replace("T", " ");
	const isForwarding = $os.getenv("RECORDS_FEED_TOKEN") !== "";
	const { place, id: placeId } = JSON.parse($app.store().get("records_forwarded") || '{"place":0,"id":""}');
	const forwarded = "COALESCE((SELECT own.rowid FROM readings AS own WHERE own.rowid = {:place} AND own.id = {:placeId}), 0)";
	const due = `created < {:oldest} AND created >= {:created} AND (created > {:created} OR id > {:id})
		AND NOT (sensor = 'health' AND id = (SELECT id FROM readings AS own WHERE own.device = readings.device AND own.sensor = 'health' ORDER BY created DESC, id DESC LIMIT 1))${isForwarding ? ` AND readings.rowid < ${forwarded}` : ""}`;
	const share = "count * 1.0 / (count + excluded.count)";
	/** Takes the readings after one up to another, and no others. */
	const take = (after, last) => $app.runInTransaction((app) => {
		const chosen = `${due} AND (created < {:lastCreated} OR (created = {:lastCreated} AND id <= {:lastId}))`;
		const values = { oldest, place, placeId, created: after.created, id: after.id, lastCreated: last.created, lastId: last.id };
		app.db().newQuery(`
			INSERT INTO readings_hourly (id, device, sensor, unit, hour, count, minimum, mean, maximum)
			SELECT lower(substr(hex(randomblob(8)), 1, 15)), device, sensor, unit,
				strftime('%Y-%m-%d %H:00:00.000Z', CASE taken WHEN '' THEN created ELSE taken END) AS start, COUNT(*), MIN(value),
				MAX(MIN(value), MIN(AVG(value * ${scale}) / ${scale}, MAX(value))), MAX(value)
			FROM readings WHERE ${chosen} GROUP BY device, sensor, unit, start
			ON CONFLICT (device, sensor, hour, unit) DO UPDATE SET
				mean = mean * (${share}) + excluded.mean * (1 - ${share}), count = count + excluded.count,
				minimum = MIN(minimum, excluded.minimum), maximum = MAX(maximum, excluded.maximum)
		`).bind(values).execute();
		app.db().newQuery(`DELETE FROM readings WHERE ${chosen}`).bind(values).execute();
	});
	let after = { created: "", id: "" };
	let failed = after; // up to here, readings go one by one
	let passedOver = 0;
	for (;;) {
		const isSingle = after.created < failed.created || (after.created === failed.created && after.id < failed.id);
		const last = new DynamicModel({ created: "", id: "" });
		$app.db().newQuery(`
			SELECT COALESCE(MAX(created), '') AS created, COALESCE(MAX(CASE created WHEN newest THEN id END), '') AS id
			FROM (SELECT created, id, MAX(created) OVER () AS newest FROM (SELECT created, id FROM readings WHERE ${due} ORDER BY created, id LIMIT ${isSingle ? 1 : many}))
		`).bind({ oldest, place, placeId, created: after.created, id: after.id }).one(last);
		if (last.created === "" || Date.now() > end) {
			break;
		}
		const upTo = { created: last.created, id: last.id };
		try {
			take(after, upTo);
			after = upTo;
		}
		catch (error) {
			if (isSingle) {
				$app.logger().error("the retention has passed over a reading", "id", upTo.id, "error", String(error));
				passedOver++;
				after = upTo;
			}
			else {
				failed = upTo;
			}
		}
		if (!isSingle) {
			sleep(20);
		}
	}
	const waiting = new DynamicModel({ count: 0 });
	if (isForwarding) {
		$app.concurrentDB().newQuery(`SELECT COUNT(*) AS count FROM readings WHERE created < {:oldest} AND readings.rowid > ${forwarded}`).bind({ oldest, place, placeId }).one(waiting);
	}
	$app.store().set("records_retention", `${Date.now()} ${passedOver} ${waiting.count}`);
});
