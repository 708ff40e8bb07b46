// For Prometheus and the other services. RECORDS_METRICS_TOKEN is the token that they have to send (Authorization: Bearer …);
// without it there are no such paths.
const metricsReaders = (event) => {
	const token = $os.getenv("RECORDS_METRICS_TOKEN");
	if (token === "") {
		throw event.notFoundError("", null);
	}
	if (!$security.equal(event.request.header.get("Authorization"), `Bearer ${token}`)) {
		event.response.header().set("WWW-Authenticate", "Bearer");
		throw new UnauthorizedError("The token of RECORDS_METRICS_TOKEN is needed.", null);
	}
	return event.next();
};

// GET /api/records/metrics, in OpenMetrics 1.0 or Prometheus' older text format.
//
// A device is said by the service that has its last reading (pb_hooks/peers.pb.js). There are totals, and up to 1,000 of these
// devices with which something is wrong, those that posted last first: silent for an hour or for two of their intervals, late
// within six hours, readings lost. ?page=N has the devices of a page of 1,000, whatever is the matter with them; of pages, the
// first alone has the totals. The database makes the text.
routerAdd("GET", "/api/records/metrics", (event) => {
	const isOpen = event.request.header.get("Accept").includes("application/openmetrics-text");
	const page = event.request.url.query().get("page");
	if (!/^([1-9]\d{0,5})?$/.test(page)) {
		return event.badRequestError("page is a number from 1 on.", null);
	}
	const most = 1000; // devices
	const ago = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString().replace("T", " ");
	// Devices out of service, and those that are locked out, have no lines: they would raise alerts for ever.
	const inService = "users.removed = '' AND users.locked = ''";
	const isHere = "activity.elsewhere <= activity.last";
	const isWrong = "(last < {:hour} OR lastLate >= {:sixHours} OR lost > 0 OR (interval > 0 AND unixepoch('now') - unixepoch(last) > 2 * interval))";
	const values = { hour: ago(1), sixHours: ago(6), day: ago(24), most, offset: most * Math.max(0, Number(page) - 1) };
	const escaped = (text) => `replace(replace(replace(replace(${text}, '\\', '\\\\'), '"', '\\"'), char(10), '\\n'), char(13), ' ')`;
	const label = `'device="' || ${escaped("COALESCE(NULLIF(username, ''), id)")} || '"'`;
	// SQLite's functions fail for JSON that it can't take, and the answer with them: `report` has none such.
	const member = (name) => `json_extract(report, '$.${name}')`;
	/** A number of the devices' last reports; without a line where it is left out, less than 0, or no whole number of JSON. */
	const reported = (name) => `CASE WHEN json_type(report, '$.${name}') IN ('integer', 'real') AND ${member(name)} BETWEEN 0 AND 9007199254740991 THEN ${member(name)} END`;
	const seconds = (column) => `CASE COALESCE(${column}, '') WHEN '' THEN NULL ELSE printf('%.3f', (julianday(${column}) - 2440587.5) * 86400) END`;
	const lines = [];
	const family = (name, type, help, text) => {
		const counted = isOpen ? name : type === "counter" ? `${name}_total` : type === "info" ? `${name}_info` : name;
		lines.push(`# HELP ${counted} ${help}`, `# TYPE ${counted} ${!isOpen && type === "info" ? "gauge" : type}`);
		if (text !== "") {
			lines.push(text);
		}
	};
	/** Families of the devices: name, type, help, value, which is NULL for no line, and labels. */
	const families = [
		["records_device_last_seen_timestamp_seconds", "gauge", "When the last reading of the device was stored.", seconds("last")],
		["records_device_readings", "counter", "Readings of the device that were stored.", "CAST(readings AS INTEGER)"],
		["records_device_late_readings", "counter", "Readings that were stored more than 90 seconds after they were taken.", "CAST(late AS INTEGER)"],
		["records_device", "info", "Versions of the device's last report.", "CASE WHEN reportId IS NOT NULL THEN 1 END",
			[label, ...["firmware", "library"].map((name) => `',${name}="' || ${escaped(`substr(COALESCE(${member(name)}, ''), 1, 100)`)} || '"'`)].join(" || ")],
		["records_device_report_interval_seconds", "gauge", "Time between two reports of the device.", reported("interval")],
		["records_device_pending_readings", "gauge", "Readings that were in the device's outbox at its last report.", reported("pending")],
		["records_device_dropped_readings", "counter", "Readings that the device has dropped since its start, because its storage was full.", reported("dropped")],
		["records_device_refused_readings", "counter", "Readings that the device has not stored since its start.", reported("refused")],
		["records_device_rejected_readings", "counter", "Readings of the device that the service has rejected since its start.", reported("rejected")],
		["records_device_damaged_readings", "counter", "Readings that the device has found unreadable since its start.", reported("damaged")]
	];
	const suffix = { counter: "_total", info: "_info", gauge: "" };
	const texts = new DynamicModel(Object.fromEntries(families.map((_, index) => [`text${index}`, ""])));
	$app.concurrentDB().newQuery(`
		WITH chosen AS MATERIALIZED (
			SELECT users.id, username, last, activity.readings, late, r.id AS reportId, CASE WHEN json_valid(r.extra) THEN r.extra END AS report
			FROM device_activity AS activity JOIN users ON users.id = activity.id LEFT JOIN readings AS r ON r.id = activity.report
			WHERE ${inService} AND ${isHere} AND ${page === "" ? `${isWrong} ORDER BY last DESC` : "TRUE ORDER BY activity.id"} LIMIT {:most} OFFSET {:offset}
		)
		SELECT ${families.map(([name, type, , value, labels = label], index) => `COALESCE((SELECT group_concat('${name}${suffix[type]}{' || ${labels} || '} ' || (${value}), char(10)) FROM chosen), '') AS text${index}`).join(", ")}
	`).bind(values).one(texts);
	if (page === "" || Number(page) === 1) {
		const totals = new DynamicModel({ devices: 0, locked: 0, removed: 0, seen: 0, posting: 0, dayOld: 0, dayOldSeen: 0, wrong: 0, readings: 0, late: 0, bytes: 0 });
		$app.concurrentDB().newQuery(`
			SELECT COALESCE(SUM(isIn), 0) AS devices, COALESCE(SUM(removed = '' AND locked != ''), 0) AS locked, COALESCE(SUM(removed != ''), 0) AS removed,
				COALESCE(SUM(isIn AND isHere), 0) AS seen, COALESCE(SUM(isIn AND isHere AND last >= {:hour}), 0) AS posting,
				COALESCE(SUM(isIn AND created < {:day}), 0) AS dayOld, COALESCE(SUM(isIn AND isHere AND created < {:day}), 0) AS dayOldSeen,
				COALESCE(SUM(isIn AND isHere AND ${isWrong}), 0) AS wrong, CAST(COALESCE(SUM(readings), 0) AS INTEGER) AS readings, CAST(COALESCE(SUM(late), 0) AS INTEGER) AS late,
				(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes
			FROM (SELECT ${inService} AS isIn, ${isHere} AS isHere, removed, locked, created, activity.* FROM users LEFT JOIN device_activity AS activity ON activity.id = users.id)
		`).bind(values).one(totals);
		const total = (name, help, value, type = "gauge") => family(name, type, help, `${name}${suffix[type]} ${value}`);
		total("records_devices", "Devices in service.", totals.devices);
		total("records_devices_locked", "Devices that are locked out.", totals.locked);
		total("records_devices_removed", "Devices taken out of service.", totals.removed);
		total("records_devices_seen", "Devices in service whose last reading this service has.", totals.seen);
		total("records_devices_posting", "Devices in service that have posted to this service within an hour.", totals.posting);
		total("records_devices_day_old", "Devices in service that were made a day ago or longer.", totals.dayOld);
		total("records_devices_day_old_seen", "Of those, the ones that have posted to this service.", totals.dayOldSeen);
		total("records_devices_wrong", "Devices whose last reading this service has, and with which something is wrong.", totals.wrong);
		total("records_devices_left_out", "Of those, the ones that have no metrics of their own here.", page === "" ? Math.max(0, totals.wrong - most) : 0);
		total("records_readings", "Readings that were stored.", totals.readings, "counter");
		total("records_late_readings", "Readings that were stored more than 90 seconds after they were taken.", totals.late, "counter");
		total("records_database_bytes", "Size of the database.", totals.bytes);
		const log = new DynamicModel({ bytes: 0 });
		$app.auxDB().newQuery("SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()").one(log);
		family("records_log_bytes", "gauge", "Size of the database of the log.", `records_log_bytes ${log.bytes}`);
		if ($os.getenv("RECORDS_KEEP_DAYS") !== "") {
			const [ended, passedOver, waiting] = ($app.store().get("records_retention") || "0 0 0").split(" ");
			family("records_retention_last_run_timestamp_seconds", "gauge", "When old readings were last deleted. 0: not since the start of the service.", `records_retention_last_run_timestamp_seconds ${Number(ended) / 1000}`);
			family("records_retention_passed_over_readings", "gauge", "Old readings that the last run could not delete.", `records_retention_passed_over_readings ${passedOver}`);
			if ($os.getenv("RECORDS_FEED_TOKEN") !== "") {
				family("records_retention_waiting_readings", "gauge", "Old readings that stay because they were not forwarded.", `records_retention_waiting_readings ${waiting}`);
			}
		}
	}
	families.forEach(([name, type, help], index) => family(name, type, help, texts[`text${index}`]));
	if (isOpen) {
		lines.push("# EOF");
	}
	event.response.header().set("Content-Type", isOpen ? "application/openmetrics-text; version=1.0.0; charset=utf-8" : "text/plain; version=0.0.4; charset=utf-8");
	return event.string(200, lines.join("\n") + "\n");
}, metricsReaders);

// POST /api/records/seen: of the devices in `ids`, 500 at most, those that have posted to
// this service, as [{"id", "last"}].
routerAdd("POST", "/api/records/seen", (event) => {
	const { ids } = event.requestInfo().body;
	if (!Array.isArray(ids) || ids.length > 500 || !ids.every((id) => typeof id === "string")) {
		return event.badRequestError("ids is a list of 500 ids at most.", null);
	}
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery("SELECT json_group_array(json_object('id', id, 'last', last)) AS text FROM device_activity WHERE id IN (SELECT value FROM json_each({:ids}))").bind({ ids: JSON.stringify(ids) }).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, metricsReaders, $apis.skipSuccessActivityLog());
