// Several services: RECORDS_PEERS has the addresses of the others, or of all, with commas between, and all have the same
// RECORDS_METRICS_TOKEN. A service can't see that a device posts to another: each five minutes it asks the others about those
// that seem silent, by their ids, which are the same on all. A device that another has heard later is that one's affair.
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
					WHERE device_activity.id = theirs.id AND device_activity.last < theirs.last
				`).bind({ seen: toString(body) }).execute();
			}
		}
		catch (error) {
			$app.logger().warn("another service was not asked which devices post to it", "address", peer, "error", String(error));
		}
	}
});

// POST /api/records/seen, with the token of RECORDS_METRICS_TOKEN: of the devices in `ids`, 500 at most, those that have posted to
// this service, as [{"id", "last"}].
routerAdd("POST", "/api/records/seen", (event) => {
	const token = $os.getenv("RECORDS_METRICS_TOKEN");
	if (token === "") {
		return event.notFoundError("", null);
	}
	if (!$security.equal(event.request.header.get("Authorization"), `Bearer ${token}`)) {
		event.response.header().set("WWW-Authenticate", "Bearer");
		return event.unauthorizedError("The token of RECORDS_METRICS_TOKEN is needed.", null);
	}
	const { ids } = event.requestInfo().body;
	if (!Array.isArray(ids) || ids.length > 500 || !ids.every((id) => typeof id === "string")) {
		return event.badRequestError("ids is a list of 500 ids at most.", null);
	}
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery("SELECT json_group_array(json_object('id', id, 'last', last)) AS text FROM device_activity WHERE id IN (SELECT value FROM json_each({:ids}))").bind({ ids: JSON.stringify(ids) }).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, $apis.skipSuccessActivityLog());
