// What queries over all devices need of each is in its row of device_activity: when its last late reading was stored, and of its
// last health record the id, the firmware, the interval, and whether readings were lost (their number, of all kinds). To look
// for these among the readings took 10 s with 100,000 devices. Triggers keep it; as in device_status, a record that SQLite's
// JSON functions can't take is as one without members.
migrate((app) => {
	const run = (sql) => app.db().newQuery(sql).execute();
	const activity = app.findCollectionByNameOrId("device_activity");
	const status = app.findCollectionByNameOrId("device_status");
	if (!activity.fields.getByName("late") || activity.type !== "base") {
		return; // somebody's own
	}
	for (const field of [
		{ type: "date", name: "lastLate" }, { type: "text", name: "report" }, { type: "text", name: "firmware" }, { type: "number", name: "interval" }, { type: "number", name: "lost" }
	]) {
		if (!activity.fields.getByName(field.name)) {
			activity.fields.add(new Field(field));
		}
	}
	app.save(activity);
	const isLate = (row) => `(${row}taken != '' AND (julianday(${row}created) - julianday(${row}taken)) * 86400 > 90)`;
	const number = (name) => `COALESCE(CASE WHEN json_type(h.extra, '$.${name}') IN ('integer', 'real') AND json_extract(h.extra, '$.${name}') BETWEEN 0 AND 9007199254740991 THEN json_extract(h.extra, '$.${name}') END, 0)`;
	const report = (device) => `
		UPDATE device_activity SET (report, firmware, interval, lost) = (
			SELECT COALESCE(h.id, ''), COALESCE(substr(json_extract(h.extra, '$.firmware'), 1, 100), ''), ${number("interval")}, ${["dropped", "refused", "rejected", "damaged"].map(number).join(" + ")}
			FROM (SELECT 1) LEFT JOIN (
				SELECT id, CASE WHEN json_valid(extra) THEN extra END AS extra FROM readings WHERE device = ${device} AND sensor = 'health' ORDER BY created DESC, id DESC LIMIT 1
			) AS h
		) WHERE id = ${device}`;
	run(report("device_activity.id"));
	run(`
		UPDATE device_activity SET lastLate = late.created FROM (
			SELECT device, MAX(created) AS created FROM readings WHERE created > strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-1 day') AND ${isLate("")} GROUP BY device
		) AS late WHERE late.device = device_activity.id`);
	for (const name of ["activity", "report_made", "report_changed", "report_deleted"]) {
		run(`DROP TRIGGER IF EXISTS records_${name}`);
	}
	run(`
		CREATE TRIGGER records_activity AFTER INSERT ON readings WHEN NEW.device != '' BEGIN
			INSERT INTO device_activity (id, device, readings, late, first, last, lastLate)
			VALUES (NEW.device, NEW.device, 1, ${isLate("NEW.")}, NEW.created, NEW.created, CASE WHEN ${isLate("NEW.")} THEN NEW.created ELSE '' END)
			ON CONFLICT (id) DO UPDATE SET readings = readings + 1, late = late + excluded.late, last = MAX(last, excluded.last), lastLate = MAX(lastLate, excluded.lastLate);
			${report("NEW.device")} AND NEW.sensor = 'health';
		END
	`);
	run(`CREATE TRIGGER records_report_changed AFTER UPDATE ON readings WHEN NEW.sensor = 'health' OR OLD.sensor = 'health' BEGIN ${report("NEW.device")}; ${report("OLD.device")}; END`);
	run(`CREATE TRIGGER records_report_deleted AFTER DELETE ON readings WHEN OLD.sensor = 'health' BEGIN ${report("OLD.device")} AND report = OLD.id; END`);
	if (status.type !== "view") {
		return;
	}
	const own = "case when json_valid(h.extra) then h.extra end";
	let query = String(status.viewQuery);
	for (const [before, after] of [
		["left join readings l on l.id = (select r.id from readings r where r.device = u.id order by r.created desc limit 1)", ""],
		["left join readings h on h.id = (select r.id from readings r where r.device = u.id and r.sensor = 'health' order by r.created desc limit 1)", "left join readings h on h.id = a.report"],
		["max(coalesce(a.last, ''), coalesce(l.created, ''))", "coalesce(a.last, '')"],
		[`case when json_type(${own}, '$.interval') in ('integer', 'real') and json_extract(${own}, '$.interval') between 0 and 9007199254740991 then json_extract(${own}, '$.interval') else 0 end`, "coalesce(a.interval, 0)"]
	]) {
		query = query.split(before).join(after);
	}
	status.viewQuery = query;
	app.save(status);
}, () => {
	// Nothing is taken back: device_status needs the fields.
});
