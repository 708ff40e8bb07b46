// RECORDS_KEEP_DAYS: days after which a reading is deleted; without it, readings stay for ever. What goes is kept as one row
// of readings_hourly for each device, sensor, unit and hour: the hour in which it was taken, or, where that is not known, more
// than a minute after it was received or more than a year before, the one in which it was received. It counts from when a reading
// was received, so that one that was delivered late stays as long as others. The last health record of a device stays: it has
// the interval by which the device is silent. A step looks at the next old readings, 100 at most, in the order of the index,
// whether they are due or not, and takes those in one transaction. One that held the database's writer for long halves the next.
// What a step has changed is written to the file beside the writer, not by the commit of somebody who posts. Where a step fails,
// its readings go one by one, and one that can't be put together with others is passed over: it stops nothing for the others.
// Each minute, and at the end, the output says how far it has come. The metrics have when the last run ended, and how many
// readings it has passed over.
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
	const most = 100; // readings of a step; their values are added as parts of that, so that the sum is a number
	const scale = 1 / 128;
	const patience = 30; // milliseconds for which a step may hold the writer
	const end = Date.now() + 540_000; // milliseconds: before the next run
	const oldest = new Date(Date.now() - days * 86_400_000).toISOString().replace("T", " ");
	const isForwarding = $os.getenv("RECORDS_FEED_TOKEN") !== "";
	const { place, id: placeId } = JSON.parse($app.store().get("records_forwarded") || '{"place":0,"id":""}');
	const forwarded = "COALESCE((SELECT own.rowid FROM readings AS own WHERE own.rowid = {:place} AND own.id = {:placeId}), 0)";
	const isDue = `NOT (sensor = 'health' AND id = (SELECT id FROM readings AS own WHERE own.device = readings.device AND own.sensor = 'health' ORDER BY created DESC, id DESC LIMIT 1))
		${isForwarding ? `AND readings.rowid < ${forwarded}` : ""}`;
	const time = (modifier) => `strftime('%Y-%m-%d %H:%M:%fZ', created, '${modifier}')`;
	const share = "count * 1.0 / (count + excluded.count)";
	/** Takes the readings after one up to another, and no others. Returns for how many milliseconds it has held the writer. */
	const take = (after, last) => {
		let begun = 0;
		$app.runInTransaction((app) => {
			begun = Date.now();
			const chosen = `(created, rowid) > ({:created}, {:row}) AND (created, rowid) <= ({:lastCreated}, {:lastRow}) AND ${isDue}`;
			const values = { place, placeId, created: after.created, row: after.row, lastCreated: last.created, lastRow: last.row };
			app.db().newQuery(`
				INSERT INTO readings_hourly (id, device, sensor, unit, hour, count, minimum, mean, maximum)
				SELECT lower(substr(hex(randomblob(8)), 1, 15)), device, sensor, unit,
					strftime('%Y-%m-%d %H:00:00.000Z', CASE WHEN taken BETWEEN ${time("-366 days")} AND ${time("1 minute")} THEN taken ELSE created END) AS start, COUNT(*), MIN(value),
					MAX(MIN(value), MIN(AVG(value * ${scale}) / ${scale}, MAX(value))), MAX(value)
				FROM readings WHERE ${chosen} GROUP BY device, sensor, unit, start
				ON CONFLICT (device, sensor, hour, unit) DO UPDATE SET
					mean = mean * (${share}) + excluded.mean * (1 - ${share}), count = count + excluded.count,
					minimum = MIN(minimum, excluded.minimum), maximum = MAX(maximum, excluded.maximum)
			`).bind(values).execute();
			app.db().newQuery(`DELETE FROM readings WHERE ${chosen}`).bind(values).execute();
		});
		return Date.now() - begun;
	};
	let after = { created: "", row: 0 };
	let failed = after; // up to here, readings go one by one
	let passedOver = 0;
	let done = 0; // readings
	let many = most; // readings of the next step
	let said = Date.now();
	const say = () => console.log(`the retention has put ${done} old readings together, received up to ${after.created}`);
	while (Date.now() < end) {
		const isSingle = after.created < failed.created || (after.created === failed.created && after.row < failed.row);
		const steps = arrayOf(new DynamicModel({ created: "", row: 0, id: "", due: 0 }));
		$app.concurrentDB().newQuery(`
			WITH step AS MATERIALIZED (
				SELECT created, rowid AS row, id, ${isDue} AS due FROM readings WHERE (created, rowid) > ({:created}, {:row}) AND created < {:oldest} ORDER BY created, rowid LIMIT ${isSingle ? 1 : many}
			)
			SELECT created, row, id, (SELECT SUM(due) FROM step) AS due FROM step ORDER BY created DESC, row DESC LIMIT 1
		`).bind({ oldest, place, placeId, created: after.created, row: after.row }).all(steps);
		if (steps.length === 0) {
			break;
		}
		const [{ created, due, id, row }] = steps;
		try {
			if (due > 0) {
				const held = take(after, { created, row });
				done += due;
				many = held > patience ? Math.max(1, Math.floor(many / 2)) : held < patience / 2 ? Math.min(most, many * 2) : many;
			}
			after = { created, row };
		}
		catch (error) {
			if (isSingle) {
				$app.logger().error("the retention has passed over a reading", "id", id, "error", String(error));
				passedOver++;
				after = { created, row };
			}
			else {
				failed = { created, row };
			}
		}
		if (Date.now() - said > 60_000) {
			say();
			said = Date.now();
		}
		if (due > 0 && !isSingle) {
			$app.concurrentDB().newQuery("PRAGMA wal_checkpoint(PASSIVE)").execute();
			sleep(10);
		}
	}
	if (done > 0) {
		say();
	}
	const waiting = new DynamicModel({ count: 0 });
	if (isForwarding) {
		$app.concurrentDB().newQuery(`SELECT COUNT(*) AS count FROM readings WHERE created < {:oldest} AND readings.rowid > ${forwarded}`).bind({ oldest, place, placeId }).one(waiting);
	}
	$app.store().set("records_retention", `${Date.now()} ${passedOver} ${waiting.count}`);
});
