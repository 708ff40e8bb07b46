// device_activity has one row for each device that has posted, with the id of its user: how many readings were stored, how many
// of them more than 90 seconds after they were taken, when the first, the last and the last late one were stored; and of its last
// health record the id, the firmware, the interval, and whether readings were lost (their number, of all kinds). To look for these
// among the readings took 10 s with 100,000 devices. Triggers of the database keep it, which costs less than a hook. The counts
// never fall: deleted readings stay counted. A record that SQLite's JSON functions can't take is as one without members.
//
// Of several services, a device is the affair of the one that has its last reading: `elsewhere` has when another has stored a
// later one (pb_hooks/peers.pb.js). From then on the device is not silent here, until it posts here again.
migrate((app) => {
	const operator = "@request.auth.collectionName = 'operators'";
	const users = app.findCollectionByNameOrId("users");
	const made = new Collection({
		type: "base",
		name: "device_activity",
		fields: [
			{ type: "relation", name: "device", collectionId: users.id, required: true, maxSelect: 1, cascadeDelete: true },
			{ type: "number", name: "readings" },
			{ type: "number", name: "late" },
			{ type: "date", name: "first" },
			{ type: "date", name: "last" },
			{ type: "date", name: "lastLate" },
			{ type: "text", name: "report" },
			{ type: "text", name: "firmware" },
			{ type: "number", name: "interval" },
			{ type: "number", name: "lost" },
			{ type: "date", name: "elsewhere" }
		],
		indexes: [
			"CREATE UNIQUE INDEX idx_device_activity_device ON device_activity (device)",
			"CREATE INDEX idx_device_activity_last ON device_activity (last)"
		]
	});
	const activity = app.isCollectionNameUnique("device_activity") ? made : app.findCollectionByNameOrId("device_activity"); // an imported one, or somebody's own
	if (activity.type !== "base") {
		throw new Error(`there is another collection "device_activity", of the type ${activity.type}: give it another name`);
	}
	for (const field of made.fields) {
		if (!activity.fields.getByName(field.name)) {
			activity.fields.add(field);
		}
	}
	for (const rule of ["listRule", "viewRule"]) {
		activity[rule] ??= operator;
	}
	app.save(activity);

	const run = (sql) => app.db().newQuery(sql).execute();
	const isLate = (row) => `(${row}taken != '' AND (julianday(${row}created) - julianday(${row}taken)) * 86400 > 90)`;
	const lostNames = ["dropped", "refused", "rejected", "damaged"];
	const number = (name) => `COALESCE(CASE WHEN json_type(h.extra, '$.${name}') IN ('integer', 'real') AND json_extract(h.extra, '$.${name}') BETWEEN 0 AND 9007199254740991 THEN json_extract(h.extra, '$.${name}') END, 0)`;
	const report = (device) => `
		UPDATE device_activity SET (report, firmware, interval, lost) = (
			SELECT COALESCE(h.id, ''), COALESCE(substr(json_extract(h.extra, '$.firmware'), 1, 100), ''), ${number("interval")}, ${lostNames.map(number).join(" + ")}
			FROM (SELECT 1) LEFT JOIN (
				SELECT id, CASE WHEN json_valid(extra) THEN extra END AS extra FROM readings WHERE device = ${device} AND sensor = 'health' ORDER BY created DESC, id DESC LIMIT 1
			) AS h
		) WHERE id = ${device}`;
	run(`
		INSERT OR IGNORE INTO device_activity (id, device, readings, late, first, last, lastLate)
		SELECT device, device, COUNT(*), TOTAL(${isLate("")}), MIN(created), MAX(created), COALESCE(MAX(created) FILTER (WHERE ${isLate("")}), '') FROM readings WHERE device != '' GROUP BY device
	`);
	run(report("device_activity.id"));
	// SQLite compiles the triggers of readings for each create, whichever reading it is. What a health record says is taken from the
	// record itself, the last that was stored: to look for the newest of the device took a tenth of a create's time.
	const isNumber = "type IN ('integer', 'real') AND value BETWEEN 0 AND 9007199254740991";
	run(`
		CREATE TRIGGER IF NOT EXISTS records_activity AFTER INSERT ON readings WHEN NEW.device != '' BEGIN
			INSERT INTO device_activity (id, device, readings, late, first, last, lastLate)
			VALUES (NEW.device, NEW.device, 1, ${isLate("NEW.")}, NEW.created, NEW.created, CASE WHEN ${isLate("NEW.")} THEN NEW.created ELSE '' END)
			ON CONFLICT (id) DO UPDATE SET readings = readings + 1, late = late + excluded.late, last = MAX(last, excluded.last), lastLate = MAX(lastLate, excluded.lastLate);
			UPDATE device_activity SET (report, firmware, interval, lost) = (
				SELECT NEW.id, COALESCE(substr(MAX(value) FILTER (WHERE key = 'firmware'), 1, 100), ''), TOTAL(value) FILTER (WHERE key = 'interval' AND ${isNumber}),
					TOTAL(value) FILTER (WHERE key IN ('${lostNames.join("', '")}') AND ${isNumber})
				FROM json_each(CASE WHEN json_valid(NEW.extra) THEN NEW.extra END)
			) WHERE id = NEW.device AND NEW.sensor = 'health';
		END
	`);
	run(`CREATE TRIGGER IF NOT EXISTS records_report_changed AFTER UPDATE ON readings WHEN NEW.sensor = 'health' OR OLD.sensor = 'health' BEGIN ${report("NEW.device")}; ${report("OLD.device")}; END`);
	run(`CREATE TRIGGER IF NOT EXISTS records_report_deleted AFTER DELETE ON readings WHEN OLD.sensor = 'health' BEGIN ${report("OLD.device")} AND report = OLD.id; END`);

	// device_status has one row for each device: when it was last heard of, and what records-client/health reported last. `age` is the
	// seconds since then, `silent` whether they are more than two intervals of its records; a device that reports none, and a locked or
	// removed one, is never called silent. It goes by what is kept for ever: what was counted of a device, and its last health record,
	// which the retention leaves. Texts of a record have 100 characters, and numbers are at least 0 and whole numbers of JSON (2^53 - 1);
	// others are as if they were not there.
	if (!app.isCollectionNameUnique("device_status")) {
		if (!app.findCollectionByNameOrId("device_status").fields.getByName("silent")) {
			throw new Error('there is another collection "device_status": give it another name');
		}
		return; // an imported one stays
	}
	const extra = "case when json_valid(h.extra) then h.extra end";
	const member = (name) => `json_extract(${extra}, '$.${name}')`;
	const seen = "coalesce(a.last, '')";
	const age = `(strftime('%s', 'now') - strftime('%s', ${seen}))`;
	const interval = "coalesce(a.interval, 0)";
	const columns = [
		"u.id as id", "u.username as username", "u.locked as locked", `cast(${seen} as text) as seen`, `cast(${age} as int) as age`,
		`cast((u.locked = '' and u.removed = '' and coalesce(a.elsewhere <= a.last, true) and ${interval} > 0 and ${age} > 2 * ${interval}) as bool) as silent`,
		"h.created as reported", "h.value as uptime",
		...["firmware", "library", "start"].map((name) => `cast(substr(${member(name)}, 1, 100) as text) as ${name}`), `cast(${interval} as int) as interval`,
		...["heap", "rssi", "pending", "stored", "refused", "delivered", "dropped", "rejected", "damaged", "badBlocks", "requests", "connections", "retries", "timeouts", "renewals", "recycled", "storageErrors"].map((name) =>
			`cast(case when json_type(${extra}, '$.${name}') in ('integer', 'real') and ${member(name)} between ${name === "rssi" ? -1000 : 0} and 9007199254740991 then ${member(name)} end as int) as ${name}`)
	];
	const viewQuery = `select ${columns.join(", ")} from users u left join device_activity a on a.device = u.id left join readings h on h.id = a.report`;
	app.save(new Collection({ type: "view", name: "device_status", listRule: operator, viewRule: operator, viewQuery }));
});
