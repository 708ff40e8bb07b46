// The feed, for `npm run fleet -- forward`. RECORDS_FEED_TOKEN is the token that it has to send (Authorization: Bearer …);
// without it there are no such paths. A token of its own: what forwards readings needs no superuser. A superuser, such as
// `npm run fleet -- export`, always has them. Successful requests are not logged: there are two a second.
const feedReaders = (event) => {
	if (event.hasSuperuserAuth()) {
		return event.next();
	}
	const token = $os.getenv("RECORDS_FEED_TOKEN");
	if (token === "") {
		throw event.notFoundError("", null);
	}
	if (!$security.equal(event.request.header.get("Authorization"), `Bearer ${token}`)) {
		event.response.header().set("WWW-Authenticate", "Bearer");
		throw new UnauthorizedError("The token of RECORDS_FEED_TOKEN is needed.", null);
	}
	return event.next();
};

// GET /api/records/feed?after=ROWID&id=ID&limit=N&to=DATABASE: up to `limit` readings after one, 1 to 5,000 and 1,000 where it is not given, as
// a line of JSON each. Their order is that of `rowid`: SQLite has one writer, so it is the order of commits. `after` is 0 for the
// beginning. The reading at `after` has to have the id, else the answer is 409: it was deleted, a backup was restored, or the rows
// were renumbered. One query sees both. The header Records-Newest has the highest `rowid`. An answer ends early after 4 MB of
// `extra`. Texts are answered as texts, `extra`, too: SQLite's JSON functions fail for what they can't take.
//
// Whoever names a database, by any text, has stored there all up to the reading at `after`: with the feed the retention deletes nothing
// else. That is one database, the first that is named after a start: another gets 403. Without `to` a question only reads.
// A superuser may leave the id out: then any reading, or none, may be at the place.
routerAdd("GET", "/api/records/feed", (event) => {
	const query = event.request.url.query();
	const number = (name, otherwise) => /^\d{1,15}$/.test(query.get(name)) ? Number(query.get(name)) : query.get(name) === "" ? otherwise : -1;
	const after = number("after", 0);
	const limit = number("limit", 1000);
	if (after < 0 || limit < 1 || limit > 5000) {
		return event.badRequestError("after is a whole number of 0 or more, limit one from 1 to 5000.", null);
	}
	const to = query.get("to");
	const { to: owner } = JSON.parse($app.store().get("records_forwarded") || '{"to":""}');
	if (to !== "" && owner !== "" && to !== owner) {
		throw new ForbiddenError("The readings are forwarded into another database.", null);
	}
	const isAny = event.hasSuperuserAuth() && query.get("id") === "";
	const text = (name) => `'${name}', CAST(${name} AS TEXT)`;
	const found = new DynamicModel({ text: "", newest: 0, matches: 0 });
	$app.concurrentDB().newQuery(`
		WITH place AS MATERIALIZED (
			SELECT {:after} = 0 OR {:isAny} OR EXISTS (SELECT 1 FROM readings WHERE rowid = {:after} AND id = {:id}) AS matches
		), page AS (
			SELECT rowid AS place, *, SUM(octet_length(COALESCE(extra, ''))) OVER (ORDER BY rowid) - octet_length(COALESCE(extra, '')) AS before FROM (
				SELECT rowid, * FROM readings WHERE rowid > {:after} AND (SELECT matches FROM place) ORDER BY rowid LIMIT {:limit}
			)
		)
		SELECT (SELECT matches FROM place) AS matches, COALESCE((SELECT MAX(rowid) FROM readings), 0) AS newest, COALESCE((
			SELECT group_concat(json_object('place', place, ${["id", "device", "sensor"].map(text).join(", ")}, 'value', CASE typeof(value) WHEN 'blob' THEN CAST(value AS TEXT) ELSE value END,
				${["unit", "taken", "created", "extra"].map(text).join(", ")}) || char(10), '') FROM (SELECT * FROM page WHERE before < 4000000 ORDER BY place)
		), '') AS text
	`).bind({ after, id: query.get("id"), isAny, limit }).one(found);
	if (!found.matches) {
		throw new ApiError(409, "There is no reading at this place with this id.", null);
	}
	if (to !== "") {
		$app.store().set("records_forwarded", JSON.stringify({ to, place: after, id: query.get("id") }));
	}
	event.response.header().set("Records-Newest", String(found.newest));
	return event.blob(200, "application/x-ndjson", found.text);
}, feedReaders, $apis.skipSuccessActivityLog());

// GET /api/records/feed/place?at=TIME: the last reading before the first that was received at a time (such as
// 2026-11-01 00:00:00.000Z) or later, by their places: its `place` and `id`, 0 and "" for none; `isReached`, whether there is one so
// late. What waits for the writer meanwhile comes behind the first: once there is one, the answer stays.
routerAdd("GET", "/api/records/feed/place", (event) => {
	const found = new DynamicModel({ place: 0, id: "", isReached: false });
	$app.concurrentDB().newQuery(`
		WITH first AS MATERIALIZED (SELECT MIN(rowid) AS place FROM readings WHERE created >= {:at}),
			last AS MATERIALIZED (SELECT MAX(rowid) AS place FROM readings WHERE rowid < COALESCE((SELECT place FROM first), 9223372036854775807))
		SELECT COALESCE(last.place, 0) AS place, COALESCE((SELECT id FROM readings WHERE rowid = last.place), '') AS id, first.place IS NOT NULL AS isReached FROM first, last
	`).bind({ at: event.request.url.query().get("at") }).one(found);
	return event.json(200, found);
}, feedReaders, $apis.skipSuccessActivityLog());

// GET /api/records/feed/devices?after=ID&limit=N: up to `limit` devices in the order of their ids, as a line of JSON each.
routerAdd("GET", "/api/records/feed/devices", (event) => {
	const query = event.request.url.query();
	const limit = query.get("limit") === "" ? 1000 : Number(query.get("limit"));
	if (!Number.isInteger(limit) || limit < 1 || limit > 5000) {
		return event.badRequestError("limit is a whole number from 1 to 5000.", null);
	}
	const found = new DynamicModel({ text: "" });
	$app.concurrentDB().newQuery(`
		SELECT COALESCE(group_concat(json_object('id', id, 'name', COALESCE(NULLIF(username, ''), NULLIF(email, ''), id), 'made', created, 'removed', removed) || char(10), ''), '') AS text
		FROM (SELECT * FROM users WHERE id > {:after} ORDER BY id LIMIT {:limit})
	`).bind({ after: query.get("after"), limit }).one(found);
	return event.blob(200, "application/x-ndjson", found.text);
}, feedReaders, $apis.skipSuccessActivityLog());
