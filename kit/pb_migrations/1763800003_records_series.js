// A device's readings of one sensor with one unit are a series. records_series has those of which there are readings or hours,
// and the number of a device is bounded: with 0.2 KB for an hour of each, one device could fill the disk. records_bounds has the
// bound, which pb_hooks/series.pb.js writes; what is there already stays. Triggers keep both tables: they cost a create one
// look-up in an index. A series ends when the device has neither readings nor hours of the sensor.
migrate((app) => {
	const run = (sql) => app.db().newQuery(sql).execute();
	for (const name of ["records_bounds", "records_series"]) {
		if (!app.isCollectionNameUnique(name)) {
			throw new Error(`there is another collection "${name}": give it another name`);
		}
	}
	run("CREATE TABLE IF NOT EXISTS records_bounds (name TEXT PRIMARY KEY, most INTEGER NOT NULL) WITHOUT ROWID");
	run(`
		CREATE TABLE IF NOT EXISTS records_series (
			device TEXT NOT NULL, sensor TEXT NOT NULL, unit TEXT NOT NULL, hasReadings INTEGER NOT NULL, PRIMARY KEY (device, sensor, unit)
		) WITHOUT ROWID
	`);
	run("CREATE INDEX IF NOT EXISTS idx_records_series_sensor ON records_series (hasReadings, sensor, device)");
	run("INSERT OR IGNORE INTO records_series SELECT DISTINCT device, sensor, unit, TRUE FROM readings");
	run("INSERT OR IGNORE INTO records_series SELECT DISTINCT device, sensor, unit, FALSE FROM readings_hourly");
	const ofOld = "device = OLD.device AND sensor = OLD.sensor";
	const isNew = "NOT EXISTS (SELECT 1 FROM records_series WHERE device = NEW.device AND sensor = NEW.sensor AND unit = NEW.unit AND hasReadings)";
	// SQLite compiles it for each create: it is short.
	const begin = `
		INSERT INTO records_series SELECT NEW.device, NEW.sensor, NEW.unit,
			CASE WHEN COUNT(*) >= (SELECT most FROM records_bounds WHERE name = 'series') AND TOTAL(sensor = NEW.sensor AND unit = NEW.unit) = 0
				THEN RAISE(ABORT, 'the device has too many series') ELSE TRUE END
		FROM records_series WHERE device = NEW.device ON CONFLICT DO UPDATE SET hasReadings = TRUE;
	`;
	const end = `
		UPDATE records_series SET hasReadings = FALSE WHERE ${ofOld} AND hasReadings AND NOT EXISTS (SELECT 1 FROM readings WHERE ${ofOld});
		DELETE FROM records_series WHERE ${ofOld} AND NOT hasReadings AND NOT EXISTS (SELECT 1 FROM readings_hourly WHERE ${ofOld});
	`;
	run(`CREATE TRIGGER IF NOT EXISTS records_series_made AFTER INSERT ON readings WHEN ${isNew} BEGIN ${begin} END`);
	run(`CREATE TRIGGER IF NOT EXISTS records_series_changed AFTER UPDATE OF device, sensor, unit ON readings WHEN (NEW.device, NEW.sensor, NEW.unit) != (OLD.device, OLD.sensor, OLD.unit) BEGIN ${begin} ${end} END`);
	run(`CREATE TRIGGER IF NOT EXISTS records_series_deleted AFTER DELETE ON readings BEGIN ${end} END`);
	run(`CREATE TRIGGER IF NOT EXISTS records_series_hours_deleted AFTER DELETE ON readings_hourly BEGIN ${end} END`);
});
