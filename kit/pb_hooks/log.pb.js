// PocketBase logs each request that fails, with what its client wrote: up to 18 KB each. Anybody can cause as many as a disk
// holds, so the texts of one have 200 characters, and a minute has 30; the next that is written says how many were left out.
// What PocketBase and the kit report by themselves is always written. Requests that go well are not
// (pb_migrations/1763800016_records_logs.js).
onModelCreate((event) => {
	const { data, message } = event.model;
	if (data.get("type") !== "request") {
		return event.next();
	}
	const most = 30, mostLength = 200;
	const now = Math.floor(Date.now() / 60_000);
	const [minute, count, leftOut] = ($app.store().get("records_logged") || "0 0 0").split(" ").map(Number);
	const before = minute === now ? count : 0;
	if (before >= most) {
		$app.store().set("records_logged", `${now} ${before} ${leftOut + 1}`);
		return;
	}
	$app.store().set("records_logged", `${now} ${before + 1} 0`);
	const cut = (text) => text.length > mostLength ? text.slice(0, mostLength) + "…" : text;
	for (const name of ["url", "referer", "userAgent", "error"]) {
		data.set(name, cut(String(data.get(name) || "")));
	}
	if (data.string().length > 2000) {
		data.set("details", null);
	}
	if (leftOut > 0) {
		data.set("leftOut", leftOut);
	}
	event.model.message = cut(message);
	return event.next();
}, "_logs");
