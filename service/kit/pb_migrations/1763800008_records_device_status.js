// One row for each device: when it was last heard of, and what records-client/health reported last. `age` is the seconds since
// then, `silent` whether they are more than two intervals of its records; a device that reports none is never called silent.
// Superusers only (null locks a rule).
migrate((app) => {
	try {
		app.findCollectionByNameOrId("device_status");
		return; // somebody's own stays
	}
	catch {
		// there is none
	}
	const extra = "case when json_valid(h.extra) then h.extra end"; // a reading that was there before may hold what SQLite refuses
	const number = (name) => `cast(json_extract(${extra}, '$.${name}') as int) as ${name}`;
	const text = (name) => `cast(json_extract(${extra}, '$.${name}') as text) as ${name}`;
	const age = "(strftime('%s', 'now') - strftime('%s', l.created))";
	const columns = [
		"u.id as id", "u.username as username", "l.created as seen", `cast(${age} as int) as age`,
		`cast((coalesce(json_extract(${extra}, '$.interval'), 0) > 0 and ${age} > 2 * json_extract(${extra}, '$.interval')) as bool) as silent`,
		"h.created as reported", "h.value as uptime",
		...["firmware", "library", "start"].map(text),
		...["interval", "heap", "rssi", "pending", "stored", "refused", "delivered", "dropped", "rejected", "damaged", "badBlocks", "requests", "connections", "retries", "timeouts", "renewals", "recycled", "storageErrors"].map(number)
	];
	app.save(new Collection({
		type: "view",
		name: "device_status",
		listRule: null,
		viewRule: null,
		viewQuery: `select ${columns.join(", ")}
			from users u
			left join readings l on l.id = (select r.id from readings r where r.device = u.id order by r.created desc limit 1)
			left join readings h on h.id = (select r.id from readings r where r.device = u.id and r.sensor = 'health' order by r.created desc limit 1)`
	}));
}, () => {
	// Nothing is taken back: the view harms nobody.
});
