// Several services: RECORDS_PEERS has the addresses of the others, or of all, with commas between, and all have the same
// RECORDS_METRICS_TOKEN. A service can't see that a device posts to another: each five minutes it asks the others about those
// that seem silent, by their ids, which are the same on all (POST /api/records/seen, metrics.pb.js). A device that another has heard
// later is that one's affair, unless that says a time that is still to come.
cronAdd("records_peers", "*/5 * * * *", () => {
	const token = $os.getenv("RECORDS_METRICS_TOKEN");
	const peers = $os.getenv("RECORDS_PEERS").split(",").map((address) => address.trim().replace(/\/+$/, "")).filter((address) => address !== "");
	const many = 500; // devices in a question
	const hour = new Date(Date.now() - 3_600_000).toISOString().replace("T", " ");
	for (const peer of token === "" ? [] : peers) {
		let after = "";
		try {
			for (;;) {
				const rows = arrayOf(new DynamicModel({ id: "" }));
				$app.concurrentDB().newQuery(`
					SELECT id FROM device_activity WHERE id > {:after} AND elsewhere <= last AND (last < {:hour} OR (interval > 0 AND unixepoch('now') - unixepoch(last) > 2 * interval))
					ORDER BY id LIMIT {:many}
				`).bind({ after, hour, many }).all(rows);
				if (rows.length === 0) {
					break;
				}
				after = rows[rows.length - 1].id;
				const { body, statusCode } = $http.send({
					url: `${peer}/api/records/seen`, method: "POST", timeout: 5, // seconds
					headers: { "Authorization": `Bearer ${token}`, "Content-Type": "application/json" }, body: JSON.stringify({ ids: rows.map(({ id }) => id) })
				});
				if (statusCode !== 200) {
					throw new Error(`HTTP ${statusCode}`);
				}
				$app.db().newQuery(`
					UPDATE device_activity SET elsewhere = theirs.last FROM (SELECT value ->> 'id' AS id, value ->> 'last' AS last FROM json_each({:seen})) AS theirs
					WHERE device_activity.id = theirs.id AND theirs.last > device_activity.last AND theirs.last <= {:now}
				`).bind({ seen: toString(body), now: new Date().toISOString().replace("T", " ") }).execute();
			}
		}
		catch (error) {
			$app.logger().warn("another service was not asked which devices post to it", "address", peer, "error", String(error));
		}
	}
});
