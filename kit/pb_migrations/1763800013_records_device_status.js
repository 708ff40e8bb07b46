// One row for each device: when it was last heard of, and what records-client/health reported last. `age` is the seconds since
// then, `silent` whether they are more than two intervals of its records; a device that reports none, and a locked or removed
// one, is never called silent. It goes by what is kept for ever: `seen` by what was counted of a device when its readings were
// deleted, and the members of its last health record by the retention, which leaves that one. A record that SQLite's JSON
// functions can't take is as one without members; an interval that is not a number is none. Superusers only (null locks a rule).
migrate((app) => {
	if (!app.isCollectionNameUnique("device_status")) {
		if (!app.findCollectionByNameOrId("device_status").fields.getByName("silent")) {
			throw new Error('there is another collection "device_status": give it another name');
		}
		return; // an imported one stays
	}
	const extra = "case when json_valid(h.extra) then h.extra end";
	const number = (name) => `cast(json_extract(${extra}, '$.${name}') as int) as ${name}`;
	const text = (name) => `cast(json_extract(${extra}, '$.${name}') as text) as ${name}`;
	const seen = "max(coalesce(a.last, ''), coalesce(l.created, ''))";
	const age = `(strftime('%s', 'now') - strftime('%s', ${seen}))`;
	const interval = `case when json_type(${extra}, '$.interval') in ('integer', 'real') then json_extract(${extra}, '$.interval') else 0 end`;
	const columns = [
		"u.id as id", "u.username as username", "u.locked as locked", `cast(${seen} as text) as seen`, `cast(${age} as int) as age`,
		`cast((u.locked = '' and u.removed = '' and ${interval} > 0 and ${age} > 2 * ${interval}) as bool) as silent`,
		"h.created as reported", "h.value as uptime",
		...["firmware", "library", "start"].map(text), `cast(${interval} as int) as interval`,
		...["heap", "rssi", "pending", "stored", "refused", "delivered", "dropped", "rejected", "damaged", "badBlocks", "requests", "connections", "retries", "timeouts", "renewals", "recycled", "storageErrors"].map(number)
	];
	const viewQuery = `select ${columns.join(", ")}
		from users u
		left join device_activity a on a.device = u.id
		left join readings l on l.id = (select r.id from readings r where r.device = u.id order by r.created desc limit 1)
		left join readings h on h.id = (select r.id from readings r where r.device = u.id and r.sensor = 'health' order by r.created desc limit 1)`;
	app.save(new Collection({ type: "view", name: "device_status", listRule: null, viewRule: null, viewQuery }));
}, () => {
	// Nothing is taken back: the view harms nobody.
});
