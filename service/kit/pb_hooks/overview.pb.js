// What a page asks for of all devices, of one, and of a sensor over any time. A superuser asks for any device, a device for
// itself alone. A reading's time is `taken`; `created`, where that is empty or more than a minute ahead of it. The database
// makes the text of the answers.

// GET /api/records/devices?search=&order=&offset=: 50 devices in service whose name contains `search`, silent ones first,
// with the last value of each and the newest 40 of its sensor. `order`: "name", "oldest" or "newest" by the last reading.
routerAdd("GET", "/api/records/devices", (event) => {
	const query = event.request.url.query();
	const orders = {
		"": "stem, number, name", name: "stem, number, name", oldest: "seen, stem, number, name", newest: "seen DESC, stem, number, name"
	};
	const order = orders[query.get("order")];
	const offset = Number(query.get("offset"));
	if (order === undefined || !Number.isInteger(offset) || offset < 0) {
		return event.badRequestError("order is name, oldest or newest; offset is a whole number.", null);
	}
	const fields = $app.findCachedCollectionByNameOrId("users").fields;
	const names = ["name", "username", "email"].filter((name) => fields.getByName(name)).map((name) => `NULLIF(u.${name}, '')`);
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		WITH named AS MATERIALIZED (
			SELECT s.id, COALESCE(${[...names, "u.id"].join(", ")}) AS name, s.seen, s.silent, s.age, s.interval, s.firmware, s.dropped, COALESCE(a.late, 0) AS late
			FROM users u JOIN device_status s ON s.id = u.id LEFT JOIN device_activity a ON a.device = u.id WHERE u.removed = ''
		), chosen AS MATERIALIZED (
			SELECT *, rtrim(name, '0123456789') AS stem, CAST(substr(name, length(rtrim(name, '0123456789')) + 1) AS REAL) AS number
			FROM named WHERE instr(lower(name), lower({:search})) > 0
		), page AS (
			SELECT *, (SELECT id FROM readings WHERE device = chosen.id AND sensor != 'health' ORDER BY created DESC LIMIT 1) AS last,
				ROW_NUMBER() OVER (ORDER BY silent DESC, CASE silent WHEN 1 THEN seen END, ${order}) AS place
			FROM chosen ORDER BY place LIMIT 50 OFFSET {:offset}
		)
		SELECT json_object(
			'devices', (SELECT COUNT(*) FROM named), 'silent', (SELECT COALESCE(SUM(silent), 0) FROM named), 'found', (SELECT COUNT(*) FROM chosen),
			'items', json((SELECT json_group_array(json_object(
				'id', p.id, 'name', name, 'seen', COALESCE(seen, ''), 'silent', json(CASE silent WHEN 1 THEN 'true' ELSE 'false' END), 'interval', COALESCE(interval, 0),
				'firmware', substr(COALESCE(firmware, ''), 1, 100), 'late', late, 'dropped', COALESCE(dropped, 0),
				'last', CASE WHEN r.id IS NULL THEN NULL ELSE json_object('sensor', r.sensor, 'value', r.value, 'unit', r.unit, 'taken', r.taken, 'created', r.created) END,
				'curve', json((SELECT json_group_array(value) FROM (SELECT value FROM readings WHERE device = p.id AND sensor = r.sensor ORDER BY created DESC LIMIT 40)))
			)) FROM (SELECT * FROM page ORDER BY place) p LEFT JOIN readings r ON r.id = p.last))
		) AS text
	`).bind({ search: query.get("search"), offset }).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, $apis.requireSuperuserAuth());

// GET /api/records/devices/{id}: what device_status has of a device, what was counted of it, and up to 100 sensors, each with
// its last reading, the values of the newest 40, and in `since` when the oldest of the newest ten was received.
routerAdd("GET", "/api/records/devices/{id}", (event) => {
	const id = event.request.pathValue("id");
	const fields = $app.findCachedCollectionByNameOrId("users").fields;
	const names = ["name", "username", "email"].filter((name) => fields.getByName(name)).map((name) => `NULLIF(u.${name}, '')`);
	const status = ["interval", "uptime", "heap", "rssi", "pending", "dropped", "refused", "rejected", "damaged", "retries"].map((name) => `'${name}', COALESCE(s.${name}, 0)`);
	const texts = ["seen", "reported", "firmware", "library", "start"].map((name) => `'${name}', COALESCE(s.${name}, '')`);
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		WITH RECURSIVE sensors(sensor) AS (
			SELECT MIN(sensor) FROM readings WHERE device = {:id}
			UNION ALL
			SELECT (SELECT MIN(sensor) FROM readings WHERE device = {:id} AND sensor > sensors.sensor) FROM sensors WHERE sensor IS NOT NULL LIMIT 101
		)
		SELECT COALESCE((SELECT json_object(
			'id', u.id, 'name', COALESCE(${[...names, "u.id"].join(", ")}), 'silent', json(CASE s.silent WHEN 1 THEN 'true' ELSE 'false' END), ${[...texts, ...status].join(", ")},
			'readings', COALESCE(a.readings, 0), 'late', COALESCE(a.late, 0),
			'sensors', json((SELECT json_group_array(json_object(
				'sensor', r.sensor, 'value', r.value, 'unit', r.unit, 'taken', r.taken, 'created', r.created,
				'curve', json((SELECT json_group_array(value) FROM (SELECT value FROM readings WHERE device = {:id} AND sensor = r.sensor ORDER BY created DESC LIMIT 40))),
				'since', (SELECT MIN(created) FROM (SELECT created FROM readings WHERE device = {:id} AND sensor = r.sensor ORDER BY created DESC LIMIT 10))
			)) FROM sensors JOIN readings r ON r.id = (SELECT id FROM readings WHERE device = {:id} AND sensor = sensors.sensor ORDER BY created DESC LIMIT 1)))
		) FROM users u JOIN device_status s ON s.id = u.id LEFT JOIN device_activity a ON a.device = u.id WHERE u.id = {:id}), '') AS text
	`).bind({ id }).one(found);
	return found.text === "" ? event.notFoundError("", null) : event.blob(200, "application/json", found.text + "\n");
}, $apis.requireSuperuserOrOwnerAuth("id"));

// GET /api/records/devices/{id}/readings?sensor=&from=&to=&late=: the readings of a sensor that were taken in a time, `from`
// and `to` in milliseconds since 1970. Up to 1,000 are answered as they are: {"readings": […]}. More, and hours that the
// retention has left, are put together into up to 501 parts of equal length: {"parts": [[first, last, count, minimum, mean,
// maximum, late, delay], …], "newest": "…"}, where `late` counts those that were received more than the given milliseconds
// after they were taken, `delay` is the longest of them, and `newest` when the last of all was received.
routerAdd("GET", "/api/records/devices/{id}/readings", (event) => {
	const query = event.request.url.query();
	const number = (name) => query.get(name) === "" ? NaN : Number(query.get(name));
	const [from, to, late] = ["from", "to", "late"].map(number);
	const most = 8.64e15; // milliseconds: the last day of a Date
	if (!(from >= 0 && from < to && to < 253_402_300_800_000 && late >= 0 && late <= most)) {
		return event.badRequestError("from and to are milliseconds since 1970, the first less than the second; late is milliseconds.", null);
	}
	const text = (time) => new Date(time).toISOString().replace("T", " ");
	const values = {
		device: event.request.pathValue("id"), sensor: query.get("sensor"), from: text(from), to: text(to), received: text(Math.max(0, from - 60_000)),
		hour: text(Math.max(0, from - 1_800_000)), late: late / 1000, width: (to - from) / 500
	};
	const one = (sql) => {
		const found = new DynamicModel({ text: "" });
		$app.concurrentDB().newQuery(`
			WITH own AS (
				SELECT *, CASE WHEN taken = '' OR (taken > created AND unixepoch(taken, 'subsec') - unixepoch(created, 'subsec') > 60) THEN created ELSE taken END AS time
				FROM readings WHERE device = {:device} AND sensor = {:sensor} AND created >= {:received}
			), found AS (
				SELECT * FROM own WHERE time >= {:from} AND time < {:to}
			), hours AS (
				SELECT *, unixepoch(hour) * 1000 + 1800000 AS middle FROM readings_hourly WHERE device = {:device} AND sensor = {:sensor} AND hour >= {:hour} AND hour < {:to}
			) ${sql}
		`).bind(values).one(found);
		return found.text;
	};
	const scale = 2 ** -40; // of values whose sum would be no number
	const few = one(`
		SELECT CASE WHEN COUNT(*) > 1000 OR EXISTS (SELECT 1 FROM hours) THEN '' ELSE json_object('readings', json_group_array(
			json_object('id', id, 'device', device, 'sensor', sensor, 'value', value, 'unit', unit, 'taken', taken, 'created', created)
		)) END AS text FROM (SELECT * FROM found LIMIT 1001)
	`);
	const answer = few !== "" ? few : one(`
		SELECT json_object('parts', json_group_array(json_array(first, last, count, minimum, mean, maximum, late, delay)), 'newest', (SELECT MAX(created) FROM found)) AS text FROM (
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
}, $apis.requireSuperuserOrOwnerAuth("id"));
