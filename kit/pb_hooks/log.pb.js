// PocketBase logs each request that fails, with what its client wrote: up to 18 KB each; and by itself, among others, each mail that
// it can't send and each expand that it can't do, which anybody can ask for. They would be as many as a disk holds, so the texts of
// an entry have 200 characters, and a minute has 30 of requests and 30 of each other message, of the hundredth message on of all these
// together; the next that is written says how many were left out. Requests that go well are not in it (pb_migrations/1763800006_records_limits.js).
onModelCreate((event) => {
	const { data, message } = event.model;
	const most = 30, mostLength = 200;
	const cut = (text) => text.length > mostLength ? text.slice(0, mostLength) + "…" : text;
	const now = Math.floor(Date.now() / 60_000);
	const logged = JSON.parse($app.store().get("records_logged") || "{}");
	const kinds = Object.keys(logged), said = cut(message);
	const kind = data.get("type") === "request" ? "request" : kinds.length < 100 || kinds.includes(said) ? said : "others";
	const { minute, count, leftOut } = logged[kind] || { minute: now, count: 0, leftOut: 0 };
	const before = minute === now ? count : 0;
	const isLeftOut = before >= most;
	logged[kind] = { minute: now, count: before + (isLeftOut ? 0 : 1), leftOut: isLeftOut ? leftOut + 1 : 0 };
	$app.store().set("records_logged", JSON.stringify(logged));
	if (isLeftOut) {
		return;
	}
	for (const name of ["url", "referer", "userAgent", "error"]) {
		if (data.get(name)) {
			data.set(name, cut(String(data.get(name))));
		}
	}
	if (data.string().length > 2000) {
		data.set("details", null);
	}
	if (leftOut > 0) {
		data.set("leftOut", leftOut);
	}
	event.model.message = said;
	return event.next();
}, "_logs");
