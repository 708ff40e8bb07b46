// GET /api/records/rows?after=ID&limit=N: for superusers, up to `limit` devices in the order of their ids, with what `npm run fleet`
// looks at: {"rows": [[id, name, whether it is removed, whether it is locked, when its first and last reading were stored, how many
// were stored, how many of them late, the interval of its last health record, when that was stored], …]}. What a device that has
// posted nothing lacks is null. The database makes the text: of 100,000 devices PocketBase's own lists take half a minute.
routerAdd("GET", "/api/records/rows", (event) => {
	const query = event.request.url.query();
	const limit = Number(query.get("limit"));
	if (!Number.isInteger(limit) || limit < 1 || limit > 50_000) {
		return event.badRequestError("limit is a whole number from 1 to 50,000.", null);
	}
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		SELECT json_object('rows', json_group_array(json_array(
			u.id, COALESCE(NULLIF(u.username, ''), NULLIF(u.email, ''), u.id), u.removed != '', u.locked != '', a.first, a.last, a.readings, a.late, a.interval, h.created
		))) AS text
		FROM (SELECT * FROM users WHERE id > {:after} ORDER BY id LIMIT {:limit}) AS u
			LEFT JOIN device_activity AS a ON a.id = u.id LEFT JOIN readings AS h ON h.id = a.report
	`).bind({ after: query.get("after"), limit }).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, $apis.requireSuperuserAuth());
