// GET /api/records/rows/{collection}?after=ID&limit=N: for superusers, up to `limit` rows of users, device_activity or device_status in
// the order of their ids, which is what `npm run fleet` lists of all devices: {"rows": […]}. The database makes the text: of
// 100,000 devices PocketBase's own lists take half a minute.
routerAdd("GET", "/api/records/rows/{collection}", (event) => {
	const fields = {
		users: ["id", "username", "email", "removed", "locked"], device_activity: ["id", "first", "last", "readings", "late"], device_status: ["id", "seen", "interval", "reported"]
	}[event.request.pathValue("collection")];
	const query = event.request.url.query();
	const limit = Number(query.get("limit"));
	if (fields === undefined || !Number.isInteger(limit) || limit < 1 || limit > 50_000) {
		return event.badRequestError("collection is users, device_activity or device_status, limit a whole number from 1 to 50,000.", null);
	}
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		SELECT json_object('rows', json_group_array(json_object(${fields.map((name) => `'${name}', ${name}`).join(", ")}))) AS text
		FROM (SELECT * FROM ${event.request.pathValue("collection")} WHERE id > {:after} ORDER BY id LIMIT {:limit})
	`).bind({ after: query.get("after"), limit }).one(found);
	return event.blob(200, "application/json", found.text + "\n");
}, $apis.requireSuperuserAuth());
