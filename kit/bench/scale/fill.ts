/** The id of a device that SQL has made. @param number from 1 on */
export function deviceId(number: number): string {
	return `d${String(number).padStart(14, "0")}`;
}

/**
 * The SQL that makes a fleet, each statement a transaction. The devices `device-1` and so on have the password of the user whose
 * name is given. Each takes a reading each `interval` seconds, of one of three sensors; the last, of this minute or the one before, is its health.
 */
export function fleetSql({ devices, interval = 60, passwordOf, readings }: { readonly devices: number; readonly interval?: number; readonly passwordOf: string; readonly readings: number }): string[] {
	const date = (ago: string): string => `strftime('%Y-%m-%d %H:%M:%fZ', 'now', ${ago})`;
	const health = "json_object('firmware', 'greenhouse/1.' || (number % 3), 'library', '0.1.0', 'start', 'power', 'interval', 600, 'heap', 20000, 'rssi', -60, 'pending', 0, 'dropped', 0, 'refused', 0, 'rejected', 0, 'damaged', 0)";
	const users = `
		WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${devices})
		INSERT INTO users (id, username, name, email, verified, password, tokenKey, created, updated)
		SELECT printf('d%014d', number), 'device-' || number, 'device-' || number, 'device-' || number || '@devices.invalid', TRUE,
			(SELECT password FROM users WHERE username = '${passwordOf}'), hex(randomblob(20)), ${date("'-90 days'")}, ${date("'-90 days'")} FROM numbers`;
	const rounds = Array.from({ length: readings }, (_, round) => {
		const sensor = round === readings - 1 ? "health" : ["temperature", "humidity", "pressure"][round % 3];
		return `
			INSERT INTO readings (id, device, sensor, value, unit, taken, created, updated, extra)
			SELECT printf('r%06d%08d', ${round}, number), id, '${sensor}', number % 40, '', time, time, time, ${sensor === "health" ? health : "NULL"}
			FROM (SELECT id, number, ${date(`'-' || (${(readings - 1 - round) * interval + 60} + number % 60) || ' seconds'`)} AS time
				FROM (SELECT id, CAST(substr(id, 2) AS INTEGER) AS number FROM users WHERE id GLOB 'd[0-9]*'))`;
	});
	return [users, ...rounds];
}
