// What is asked of each request. It is one hook: each holds a JavaScript machine for as long as a request takes.
//
// A page has 500 records at most; PocketBase by itself allows 1000. What is not a whole number stays as it is: PocketBase
// answers it with an error.
//
// PocketBase answers before it has read a body that it refuses, and takes what is left of more than 256 KB for the next request
// of the connection, which a proxy may share among devices: after such a body the connection ends.
//
// An event stream is nobody's until a device has subscribed to it: there are 100 such at most, and ping.pb.js ends them.
//
// A device that has used its budget of the day (RECORDS_DEVICE_DAILY_MB, readings.pb.js) changes nothing until it has grown
// again: its requests get 429, and an outbox keeps its readings. The store has for each device when its budget will be whole;
// it is empty when more than a day is missing, and it is whole when the service starts.
routerUse((event) => {
	const { request } = event;
	const { method, url } = request;
	if (method === "GET" && url.path === "/api/realtime") {
		const most = 100;
		const broker = $app.subscriptionsBroker();
		if (broker.totalClients() >= most) {
			const clients = broker.clients();
			let nobodys = 0;
			for (const id in clients) {
				nobodys += clients[id].get("auth") ? 0 : 1;
			}
			if (nobodys >= most) {
				event.response.header().set("Retry-After", "60");
				throw new TooManyRequestsError("There are too many event streams that nobody has subscribed to.", null);
			}
		}
		return event.next();
	}
	if (method === "GET") {
		const most = 500;
		const query = url.query();
		const asked = query.get("perPage");
		if (/^\+?\d+$/.test(asked) && Number(asked) > most) {
			query.set("perPage", String(most));
			url.rawQuery = query.encode();
		}
		return event.next();
	}
	if (request.contentLength < 0 || request.contentLength > 262_144) {
		event.response.header().set("Connection", "close");
	}
	const { auth } = event;
	if (auth && /^\/api\/(batch|collections\/[^/]+\/records)/.test(url.path) && auth.collection().name === "users") {
		const whole = $app.store().get(`records_budget_${auth.id}`) || 0; // milliseconds since 1970
		if (whole - Date.now() > 86_400_000) {
			event.response.header().set("Retry-After", "60");
			throw new TooManyRequestsError("This device has used its budget of the day. It grows again by the minute.", null);
		}
	}
	return event.next();
});
