// GET /api/records/metrics, for Prometheus, in OpenMetrics 1.0 or its older text format. RECORDS_METRICS_TOKEN is the token
// that Prometheus has to send (Authorization: Bearer …); without it there is no such path. The database makes the text: 5,000
// devices are 20,000 lines.
routerAdd("GET", "/api/records/metrics", (event) => {
	const token = $os.getenv("RECORDS_METRICS_TOKEN");
	if (token === "") {
		return event.notFoundError("", null);
	}
	if (!$security.equal(event.request.header.get("Authorization"), `Bearer ${token}`)) {
		event.response.header().set("WWW-Authenticate", "Bearer");
		return event.unauthorizedError("The token of RECORDS_METRICS_TOKEN is needed.", null);
	}
	const isOpen = event.request.header.get("Accept").includes("application/openmetrics-text");
	// Devices out of service, and those that are locked out, have no lines: they would raise alerts for ever.
	const inService = "users.removed = '' AND users.locked = ''";
	const devices = `FROM users LEFT JOIN device_activity ON device_activity.device = users.id WHERE ${inService}`;
	const one = (sql) => {
		const row = new DynamicModel({ text: "" });
		$app.db().newQuery(`SELECT COALESCE((${sql}), '') AS text`).one(row);
		return row.text;
	};
	const escaped = (text) => `replace(replace(replace(replace(${text}, '\\', '\\\\'), '"', '\\"'), char(10), '\\n'), char(13), ' ')`;
	const label = `'device="' || ${escaped("COALESCE(NULLIF(username, ''), users.id)")} || '"'`;
	/** Lines of the devices, each with its name as the label: a value that is NULL has no line. */
	const ofDevices = (name, value, from = devices, labels = label) => one(`SELECT group_concat('${name}{' || ${labels} || '} ' || (${value}), char(10)) ${from}`);
	const reports = `FROM users JOIN readings AS report ON report.id = (SELECT id FROM readings WHERE device = users.id AND sensor = 'health' ORDER BY created DESC LIMIT 1) WHERE ${inService}`;
	// SQLite's functions fail for JSON that it can't take, and the answer with them.
	const report = "CASE WHEN json_valid(report.extra) THEN report.extra END";
	const member = (name) => `json_extract(${report}, '$.${name}')`;
	/** A number of the devices' last reports; without a line where it is left out, less than 0, or no whole number of JSON. */
	const reported = (name, extra) => ofDevices(name, `CASE WHEN json_type(${report}, '$.${extra}') IN ('integer', 'real') AND ${member(extra)} BETWEEN 0 AND 9007199254740991 THEN ${member(extra)} END`, reports);
	const seconds = (column) => `CASE COALESCE(${column}, '') WHEN '' THEN NULL ELSE printf('%.3f', (julianday(${column}) - 2440587.5) * 86400) END`;
	const lines = [];
	const family = (name, type, help, text) => {
		const counted = isOpen ? name : type === "counter" ? `${name}_total` : type === "info" ? `${name}_info` : name;
		lines.push(`# HELP ${counted} ${help}`, `# TYPE ${counted} ${!isOpen && type === "info" ? "gauge" : type}`);
		if (text !== "") {
			lines.push(text);
		}
	};
	family("records_devices", "gauge", "Devices in service.", "records_devices " + one(`SELECT CAST(COUNT(*) AS TEXT) FROM users WHERE ${inService}`));
	family("records_devices_locked", "gauge", "Devices that are locked out.", "records_devices_locked " + one("SELECT CAST(COUNT(*) AS TEXT) FROM users WHERE removed = '' AND locked != ''"));
	family("records_devices_removed", "gauge", "Devices taken out of service.", "records_devices_removed " + one("SELECT CAST(COUNT(*) AS TEXT) FROM users WHERE removed != ''"));
	family("records_database_bytes", "gauge", "Size of the database.", "records_database_bytes " + one("SELECT CAST(page_count * page_size AS TEXT) FROM pragma_page_count(), pragma_page_size()"));
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
	family("records_device_made_timestamp_seconds", "gauge", "When the device's user was made.", ofDevices("records_device_made_timestamp_seconds", seconds("users.created")));
	family("records_device_last_seen_timestamp_seconds", "gauge", "When the last reading of the device was stored. Missing where none was.", ofDevices("records_device_last_seen_timestamp_seconds", seconds("last")));
	family("records_device_readings", "counter", "Readings of the device that were stored.", ofDevices("records_device_readings_total", "CAST(COALESCE(readings, 0) AS INTEGER)"));
	family("records_device_late_readings", "counter", "Readings that were stored more than 90 seconds after they were taken.", ofDevices("records_device_late_readings_total", "CAST(COALESCE(late, 0) AS INTEGER)"));
	family("records_device", "info", "Versions of the device's last report.", ofDevices("records_device_info", "1", reports,
		[label, ...["firmware", "library"].map((name) => `',${name}="' || ${escaped(`substr(COALESCE(${member(name)}, ''), 1, 100)`)} || '"'`)].join(" || ")));
	family("records_device_report_interval_seconds", "gauge", "Time between two reports of the device.", reported("records_device_report_interval_seconds", "interval"));
	family("records_device_pending_readings", "gauge", "Readings that were in the device's outbox at its last report.", reported("records_device_pending_readings", "pending"));
	family("records_device_dropped_readings", "counter", "Readings that the device has dropped since its start, because its storage was full.", reported("records_device_dropped_readings_total", "dropped"));
	family("records_device_refused_readings", "counter", "Readings that the device has not stored since its start.", reported("records_device_refused_readings_total", "refused"));
	family("records_device_rejected_readings", "counter", "Readings of the device that the service has rejected since its start.", reported("records_device_rejected_readings_total", "rejected"));
	family("records_device_damaged_readings", "counter", "Readings that the device has found unreadable since its start.", reported("records_device_damaged_readings_total", "damaged"));
	if (isOpen) {
		lines.push("# EOF");
	}
	event.response.header().set("Content-Type", isOpen ? "application/openmetrics-text; version=1.0.0; charset=utf-8" : "text/plain; version=0.0.4; charset=utf-8");
	return event.string(200, lines.join("\n") + "\n");
});
