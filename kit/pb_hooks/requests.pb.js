// What is asked of each request. It is one hook: each holds a JavaScript machine for as long as a request takes.
//
// A page has 500 records at most; PocketBase by itself allows 1000. What is not a whole number stays as it is: PocketBase
// answers it with an error.
//
// SQLite has no index for a rule of the form "its own, or an operator's", and reads the whole table. Who is no operator gets
// "its own" once more as a part of a list's filter. A device's filter that leaves no room for it stays as it is: one such list is
// made at a time, others get 429. A guest has no records, whatever its filter is.
//
// PocketBase answers before it has read a body that it refuses, and takes what is left of more than 256 KB for the next request
// of the connection, which a proxy may share among devices: after such a body the connection ends.
//
// An event stream is nobody's until a device has subscribed to it: there are 100 such at most. One more ends the oldest, and
// ping.pb.js ends them all after a while.
//
// Back relations ("readings_via_device") lead from a device to all of its readings, and from each of these to all again: only
// a superuser names one.
//
// A device that has used its budget of the day (RECORDS_DEVICE_DAILY_MB, readings.pb.js) changes nothing until it has grown
// again: its requests get 429, and an outbox keeps its readings. The store has for each device when its budget will be whole;
// it is empty when more than a day is missing, and it is whole when the service starts.
//
// Where the kit's collections were left out (migrations.pb.js), "operators" and "readings" may be anybody's: its paths are shut.
routerUse((event) => {
	const { request } = event;
	const { method, url } = request;
	if (url.path.startsWith("/api/records/") && $app.store().has("records_left_out")) {
		throw new ApiError(503, "The kit's collections are not made: the service's log says why.", null);
	}
	if ((method === "GET" || method === "HEAD") && url.path === "/api/realtime") {
		const most = 100;
		const broker = $app.subscriptionsBroker();
		const clients = broker.clients();
		const nobodys = [];
		for (const id in clients) {
			if (!clients[id].get("auth")) {
				// Streams have no time of their own: it is that of the next one.
				const begun = clients[id].get("records_begun") || Date.now();
				clients[id].set("records_begun", begun);
				nobodys.push({ id, begun });
			}
		}
		nobodys.sort((one, other) => one.begun - other.begun);
		for (const { id } of nobodys.slice(0, Math.max(0, nobodys.length + 1 - most))) {
			broker.unregister(id);
		}
		return event.next();
	}
	const { auth } = event;
	const query = url.query();
	if (["expand", "filter", "sort"].some((name) => query.get(name).includes("_via_")) && !event.hasSuperuserAuth()) {
		throw new BadRequestError("Only superusers name a back relation (_via_).", null);
	}
	if (method === "GET" || method === "HEAD") {
		const most = 500;
		const asked = query.get("perPage");
		if (/^\+?\d+$/.test(asked) && Number(asked) > most) {
			query.set("perPage", String(most));
			url.rawQuery = query.encode();
		}
		const [, listed] = /^\/api\/collections\/([^/]+)\/records$/.exec(url.path) || [];
		if (listed && !(auth && ["_superusers", "operators"].includes(auth.collection().name))) {
			const mostBytes = 3500, mostParts = 200; // of a filter, which PocketBase takes
			let rule = "";
			try {
				rule = String($app.findCachedCollectionByNameOrId(listed).listRule);
			}
			catch {
				// PocketBase answers 404
			}
			const [, field] = /^\(?(?:@request\.auth\.collectionName = 'users' && )?(\w+) = @request\.auth\.id\)? \|\| @request\.auth\.collectionName = 'operators'$/.exec(rule) || [];
			const filter = query.get("filter");
			const signs = filter.replace(/'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|\/\/.*/g, ""); // without texts and comments
			let depth = 0;
			const isClosed = [...signs].every((sign) => (depth += sign === "(" ? 1 : sign === ")" ? -1 : 0) >= 0) && depth === 0;
			const own = `${field} = '${auth ? auth.id : "-"}'`;
			const narrowed = filter.trim() === "" ? own : `${own} && (${filter}\n)`;
			const isRoom = toBytes(narrowed).length <= mostBytes && signs.split(/&&|\|\|/).length < mostParts;
			if (!field || !isClosed) {
				return event.next(); // PocketBase answers 400 where it is not closed
			}
			if (isRoom || !auth) {
				query.set("filter", isRoom ? narrowed : own);
				url.rawQuery = query.encode();
				return event.next();
			}
			let isFree = false;
			$app.store().setFunc("records_long_filter", (isBusy) => {
				isFree = !isBusy;
				return true;
			});
			if (!isFree) {
				event.response.header().set("Retry-After", "1");
				throw new TooManyRequestsError(`Another list with a filter of nearly ${mostBytes} bytes or ${mostParts} parts is being made, which reads a whole table.`, null);
			}
			try {
				return event.next();
			}
			finally {
				$app.store().remove("records_long_filter");
			}
		}
		return event.next();
	}
	if (request.contentLength < 0 || request.contentLength > 262_144) {
		event.response.header().set("Connection", "close");
	}
	if (auth && /^\/api\/(batch|collections\/[^/]+\/records)/.test(url.path) && auth.collection().name === "users") {
		const whole = $app.store().get(`records_budget_${auth.id}`) || 0; // milliseconds since 1970
		if (whole - Date.now() > 86_400_000) {
			event.response.header().set("Retry-After", "60");
			throw new TooManyRequestsError("This device has used its budget of the day. It grows again by the minute.", null);
		}
	}
	return event.next();
});
