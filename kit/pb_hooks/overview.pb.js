// What a page asks for of all devices, of one, and of a sensor over any time. A superuser and an operator ask for any device,
// a device for itself alone. A reading's time is `taken`; `created`, where that is empty or more than a minute ahead of it. The
// database makes the text of the answers.
const readers = (event) => {
	const { auth } = event;
	if (!auth) {
		throw new UnauthorizedError("Log in first.", null);
	}
	const collection = auth.collection().name;
	if (!["_superusers", "operators"].includes(collection) && (collection !== "users" || event.request.pathValue("id") !== auth.id)) {
		throw new ForbiddenError("A device sees itself alone.", null);
	}
	return event.next();
};

// GET /api/records/devices?search=&firmware=&silent=&order=&offset=&sensor=: 50 devices in service whose name contains `search`,
// whose firmware is `firmware` ("" for any), and which are silent ("1") or not ("0"; "" for both). Silent ones come first. Each
// has the last value of `sensor`, and the newest 40. `order`: "name", "oldest" or "newest" by the last reading. Who is silent is
// asked of device_activity by the rule of device_status: through that view, all devices take twice as long.
routerAdd("GET", "/api/records/devices", (event) => {
	const query = event.request.url.query();
	const orders = {
		"": "stem, number, name", name: "stem, number, name", oldest: "seen, stem, number, name", newest: "seen DESC, stem, number, name"
	};
	const order = orders[query.get("order")];
	const offset = Number(query.get("offset"));
	const silent = query.get("silent");
	if (order === undefined || !Number.isInteger(offset) || offset < 0 || !["", "0", "1"].includes(silent)) {
		return event.badRequestError("order is name, oldest or newest; silent is 0 or 1; offset is a whole number.", null);
	}
	const fields = $app.findCachedCollectionByNameOrId("users").fields;
	const names = ["name", "username", "email"].filter((name) => fields.getByName(name)).map((name) => `NULLIF(u.${name}, '')`);
	const places = `silent DESC, CASE silent WHEN 1 THEN seen END, ${order}`;
	const numbers = ["interval", "dropped", "rssi", "pending"].map((name) => `'${name}', COALESCE(s.${name}, 0)`);
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		WITH named AS MATERIALIZED (
			SELECT id, name, seen, silent, firmware, instr(lower(name), lower({:search})) > 0 AND {:firmware} IN ('', firmware) AND {:silent} IN ('', CAST(silent AS TEXT)) AS isFound
			FROM (
				SELECT u.id, COALESCE(${[...names, "u.id"].join(", ")}) AS name, COALESCE(a.last, '') AS seen, COALESCE(a.firmware, '') AS firmware,
					COALESCE(u.locked = '' AND a.interval > 0 AND unixepoch('now') - unixepoch(a.last) > 2 * a.interval, 0) AS silent
				FROM users u LEFT JOIN device_activity a ON a.id = u.id WHERE u.removed = ''
			)
		), counts AS MATERIALIZED (
			SELECT COUNT(*) AS devices, COALESCE(SUM(silent), 0) AS silent, COALESCE(SUM(isFound), 0) AS found FROM named
		), page AS MATERIALIZED (
			SELECT *, ROW_NUMBER() OVER (ORDER BY ${places}) AS place FROM (
				SELECT *, rtrim(name, '0123456789') AS stem, CAST(substr(name, length(rtrim(name, '0123456789')) + 1) AS REAL) AS number
				FROM named WHERE isFound ORDER BY ${places} LIMIT 50 OFFSET {:offset}
			)
		)
		SELECT json_object(
			'devices', (SELECT devices FROM counts), 'silent', (SELECT silent FROM counts), 'found', (SELECT found FROM counts),
			'firmware', json((SELECT json_group_array(json_object('firmware', firmware, 'devices', devices)) FROM (
				SELECT firmware, COUNT(*) AS devices FROM named WHERE firmware != '' GROUP BY firmware ORDER BY devices DESC, firmware LIMIT 50
			))),
			'items', json((SELECT json_group_array(json_object(
				'id', p.id, 'name', p.name, 'seen', COALESCE(p.seen, ''), 'silent', json(CASE p.silent WHEN 1 THEN 'true' ELSE 'false' END),
				'reported', COALESCE(s.reported, ''), 'firmware', p.firmware, 'late', COALESCE(a.late, 0), ${numbers.join(", ")},
				'last', CASE WHEN r.id IS NULL THEN NULL ELSE json_object('sensor', r.sensor, 'value', r.value, 'unit', r.unit, 'taken', r.taken, 'created', r.created) END,
				'curve', json((SELECT json_group_array(value) FROM (SELECT value FROM readings WHERE device = p.id AND sensor = r.sensor ORDER BY created DESC LIMIT 40)))
			) ORDER BY p.place) FROM page p
				JOIN device_status s ON s.id = p.id LEFT JOIN device_activity a ON a.device = p.id
				LEFT JOIN readings r ON r.id = (SELECT id FROM readings WHERE device = p.id AND sensor = {:sensor} ORDER BY created DESC LIMIT 1)))
		) AS text
	`).bind({ search: query.get("search"), firmware: query.get("firmware"), silent, sensor: query.get("sensor"), offset }).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, readers);

// GET /api/records/sensors: up to 100 sensors of devices in service, and how many devices have readings of each, most first. A
// device's reports of itself are none.
routerAdd("GET", "/api/records/sensors", (event) => {
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		SELECT json_object('sensors', json_group_array(json_object('sensor', sensor, 'devices', devices))) AS text FROM (
			SELECT sensor, COUNT(DISTINCT device) AS devices FROM records_series
			WHERE hasReadings = 1 AND sensor != 'health' AND device NOT IN (SELECT id FROM users WHERE removed != '') GROUP BY sensor ORDER BY devices DESC, sensor LIMIT 100
		)
	`).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, readers);

// GET /api/records/devices/{id}?sensor=: what device_status has of a device, what was counted of it, and its sensors: 100, the
// device's health, and the one that is asked for; `more` says whether there are others. Each has its last reading, the values of
// the newest 40, and in `since` when the oldest of the newest ten was received.
routerAdd("GET", "/api/records/devices/{id}", (event) => {
	const id = event.request.pathValue("id");
	const sensor = event.request.url.query().get("sensor");
	const fields = $app.findCachedCollectionByNameOrId("users").fields;
	const names = ["name", "username", "email"].filter((name) => fields.getByName(name)).map((name) => `NULLIF(u.${name}, '')`);
	const status = ["interval", "uptime", "heap", "rssi", "pending", "dropped", "refused", "rejected", "damaged", "retries"].map((name) => `'${name}', COALESCE(s.${name}, 0)`);
	const texts = ["seen", "reported", "firmware", "library", "start"].map((name) => `'${name}', COALESCE(s.${name}, '')`);
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		WITH RECURSIVE steps(sensor) AS (
			SELECT MIN(sensor) FROM readings WHERE device = {:id}
			UNION ALL
			SELECT (SELECT MIN(sensor) FROM readings WHERE device = {:id} AND sensor > steps.sensor) FROM steps WHERE sensor IS NOT NULL LIMIT 102
		), measured AS (
			SELECT sensor FROM steps WHERE sensor IS NOT NULL AND sensor != 'health'
		), sensors AS (
			SELECT * FROM (SELECT sensor FROM measured ORDER BY sensor LIMIT 100) UNION SELECT 'health' UNION SELECT {:sensor}
		)
		SELECT COALESCE((SELECT json_object(
			'id', u.id, 'name', COALESCE(${[...names, "u.id"].join(", ")}), 'silent', json(CASE s.silent WHEN 1 THEN 'true' ELSE 'false' END), ${[...texts, ...status].join(", ")},
			'readings', COALESCE(a.readings, 0), 'late', COALESCE(a.late, 0), 'more', json(CASE WHEN (SELECT COUNT(*) FROM measured) > 100 THEN 'true' ELSE 'false' END),
			'sensors', json((SELECT json_group_array(json_object(
				'sensor', r.sensor, 'value', r.value, 'unit', r.unit, 'taken', r.taken, 'created', r.created,
				'curve', json((SELECT json_group_array(value) FROM (SELECT value FROM readings WHERE device = {:id} AND sensor = r.sensor ORDER BY created DESC LIMIT 40))),
				'since', (SELECT MIN(created) FROM (SELECT created FROM readings WHERE device = {:id} AND sensor = r.sensor ORDER BY created DESC LIMIT 10))
			)) FROM sensors JOIN readings r ON r.id = (SELECT id FROM readings WHERE device = {:id} AND sensor = sensors.sensor ORDER BY created DESC LIMIT 1)))
		) FROM users u JOIN device_status s ON s.id = u.id LEFT JOIN device_activity a ON a.device = u.id WHERE u.id = {:id}), '') AS text
	`).bind({ id, sensor }).one(found);
	return found.text === "" ? event.notFoundError("", null) : event.blob(200, "application/json", found.text + "\n");
}, readers);

// GET /api/records/devices/{id}/readings?sensor=&number=&from=&to=&late=: the readings of a sensor that were taken in a time,
// `from` and `to` in milliseconds since 1970; with `number`, "heap", "rssi" or "pending", that number of the device's health in
// the place of their values, where they tell it. Up to 1,000 are answered as they are: {"readings": […]}. More, and hours that
// the retention has left, are put together into up to 501 parts of equal length: {"parts": [[first, last, count, minimum, mean,
// maximum, late, delay], …], "last": {…}, "newest": "…"}, where `late` counts those that were received more than the given
// milliseconds after they were taken, `delay` is the longest of them, `last` the reading that was taken last, and `newest` when
// the last of all was received; both are null where only hours are left.
routerAdd("GET", "/api/records/devices/{id}/readings", (event) => {
	const query = event.request.url.query();
	const number = (name) => query.get(name) === "" ? NaN : Number(query.get(name));
	const [from, to, late] = ["from", "to", "late"].map(number);
	const most = 8.64e15; // milliseconds: the last day of a Date
	const asked = query.get("number");
	// Nought stands for a number that the board can't tell.
	const told = { "": "TRUE", heap: "value BETWEEN 1 AND 1e15", rssi: "value BETWEEN -1000 AND -1", pending: "value BETWEEN 0 AND 1e15" };
	if (!Object.keys(told).includes(asked)) {
		return event.badRequestError("number is heap, rssi or pending.", null);
	}
	if (!(from >= 0 && from < to && to < 253_402_300_800_000 && late >= 0 && late <= most)) {
		return event.badRequestError("from and to are milliseconds since 1970, the first less than the second; late is milliseconds.", null);
	}
	const text = (time) => new Date(time).toISOString().replace("T", " ");
	const values = {
		device: event.request.pathValue("id"), sensor: query.get("sensor"), from: text(from), to: text(to), received: text(Math.max(0, from - 60_000)),
		hour: text(Math.max(0, from - 1_800_000)), late: late / 1000, width: (to - from) / 500
	};
	const path = `'$.${asked}'`;
	const value = asked === "" ? "value" : `CASE WHEN json_valid(extra) THEN CASE WHEN json_type(extra, ${path}) IN ('integer', 'real') THEN json_extract(extra, ${path}) END END AS value`;
	const reading = "json_object('id', id, 'device', device, 'sensor', sensor, 'value', value, 'unit', unit, 'taken', taken, 'created', created)";
	const one = (sql) => {
		const found = new DynamicModel({ text: "" });
		$app.concurrentDB().newQuery(`
			WITH own AS (
				SELECT id, device, sensor, ${value}, unit, taken, created,
					CASE WHEN taken = '' OR (taken > created AND unixepoch(taken, 'subsec') - unixepoch(created, 'subsec') > 60) THEN created ELSE taken END AS time
				FROM readings WHERE device = {:device} AND sensor = {:sensor} AND created >= {:received}
			), found AS (
				SELECT * FROM own WHERE time >= {:from} AND time < {:to} AND ${told[asked]}
			), hours AS (
				SELECT *, unixepoch(hour) * 1000 + 1800000 AS middle FROM readings_hourly WHERE device = {:device} AND sensor = {:sensor} AND hour >= {:hour} AND hour < {:to} AND ${asked === "" ? "TRUE" : "FALSE"}
			) ${sql}
		`).bind(values).one(found);
		return found.text;
	};
	const scale = 2 ** -40; // of values whose sum would be no number
	const few = one(`
		SELECT CASE WHEN COUNT(*) > 1000 OR EXISTS (SELECT 1 FROM hours) THEN '' ELSE json_object('readings', json_group_array(${reading})) END AS text FROM (SELECT * FROM found LIMIT 1001)
	`);
	const answer = few !== "" ? few : one(`
		SELECT json_object('parts', json_group_array(json_array(first, last, count, minimum, mean, maximum, late, delay)),
			'last', json((SELECT ${reading} FROM (SELECT *, MAX(time) FROM found) WHERE id IS NOT NULL)), 'newest', (SELECT MAX(created) FROM found)) AS text FROM (
			SELECT MIN(at) AS first, MAX(at) AS last, SUM(many) AS count, MIN(low) AS minimum, MAX(MIN(low), MIN(SUM(mean * ${scale} * many) / SUM(many) / ${scale}, MAX(high))) AS mean, MAX(high) AS maximum,
				SUM(delay > {:late}) AS late, CAST(COALESCE(MAX(CASE WHEN delay > {:late} THEN delay END), 0) * 1000 AS INTEGER) AS delay
			FROM (
				SELECT CAST(ROUND(unixepoch(time, 'subsec') * 1000) AS INTEGER) AS at, 1 AS many, value AS low, value AS mean, value AS high,
					CASE taken WHEN '' THEN 0 ELSE unixepoch(created, 'subsec') - unixepoch(taken, 'subsec') END AS delay FROM found
				UNION ALL SELECT middle, count, minimum, mean, maximum, 0 FROM hours
			) GROUP BY CAST(at / {:width} AS INTEGER) ORDER BY first
		)
	`);
	return event.blob(200, "application/json", answer + "\n");
}, readers);
