// SQLite compiles the triggers of readings for each create, whichever reading it is. What a health record says is taken from the
// record itself, the last that was stored: to look for the newest of the device took a tenth of a create's time.
migrate((app) => {
	const run = (sql) => app.db().newQuery(sql).execute();
	const activity = app.findCollectionByNameOrId("device_activity");
	if (!activity.fields.getByName("report") || activity.type !== "base") {
		return; // somebody's own
	}
	const isLate = "(NEW.taken != '' AND (julianday(NEW.created) - julianday(NEW.taken)) * 86400 > 90)";
	const isNumber = "type IN ('integer', 'real') AND value BETWEEN 0 AND 9007199254740991";
	run("DROP TRIGGER IF EXISTS records_activity");
	run(`
		CREATE TRIGGER records_activity AFTER INSERT ON readings WHEN NEW.device != '' BEGIN
			INSERT INTO device_activity (id, device, readings, late, first, last, lastLate)
			VALUES (NEW.device, NEW.device, 1, ${isLate}, NEW.created, NEW.created, CASE WHEN ${isLate} THEN NEW.created ELSE '' END)
			ON CONFLICT (id) DO UPDATE SET readings = readings + 1, late = late + excluded.late, last = MAX(last, excluded.last), lastLate = MAX(lastLate, excluded.lastLate);
			UPDATE device_activity SET (report, firmware, interval, lost) = (
				SELECT NEW.id, COALESCE(substr(MAX(value) FILTER (WHERE key = 'firmware'), 1, 100), ''), TOTAL(value) FILTER (WHERE key = 'interval' AND ${isNumber}),
					TOTAL(value) FILTER (WHERE key IN ('dropped', 'refused', 'rejected', 'damaged') AND ${isNumber})
				FROM json_each(CASE WHEN json_valid(NEW.extra) THEN NEW.extra END)
			) WHERE id = NEW.device AND NEW.sensor = 'health';
		END
	`);
}, () => {
	// Nothing is taken back: the trigger before says the same.
});
