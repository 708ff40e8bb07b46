// What a device says can be held and shown by whoever reads it: names and units have no control characters; `taken` is a date
// that databases have (MySQL's begin in the year 1000); of a health record texts have 100 characters, and numbers are at least 0
// and whole numbers of JSON (2^53 - 1). Bounds and views that are not the kit's stay as they are.
migrate((app) => {
	for (const [name, texts] of [["readings", ["sensor", "unit"]], ["commands", ["what", "result"]]]) {
		const collection = app.findCollectionByNameOrId(name);
		for (const text of texts) {
			const field = collection.fields.getByName(text);
			if (field && field.pattern === "") {
				field.pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";
			}
		}
		const taken = collection.fields.getByName("taken");
		if (taken && taken.type() === "date" && taken.min.isZero() && taken.max.isZero()) {
			taken.min = new DateTime("1000-01-01 00:00:00.000Z");
			taken.max = new DateTime("9999-12-31 23:59:59.999Z");
		}
		app.save(collection);
	}
	const status = app.findCollectionByNameOrId("device_status");
	if (status.type !== "view") {
		return;
	}
	const most = "9007199254740991";
	const extra = "case when json_valid(h.extra) then h.extra end";
	const member = (name) => `json_extract(${extra}, '$.${name}')`;
	const isNumber = (name, least) => `json_type(${extra}, '$.${name}') in ('integer', 'real') and ${member(name)} between ${least} and ${most}`;
	let query = String(status.viewQuery);
	for (const name of ["firmware", "library", "start"]) {
		query = query.replace(`cast(${member(name)} as text)`, () => `cast(substr(${member(name)}, 1, 100) as text)`);
	}
	for (const name of ["heap", "rssi", "pending", "stored", "refused", "delivered", "dropped", "rejected", "damaged", "badBlocks", "requests", "connections", "retries", "timeouts", "renewals", "recycled", "storageErrors"]) {
		query = query.replace(`cast(${member(name)} as int)`, () => `cast(case when ${isNumber(name, name === "rssi" ? -1000 : 0)} then ${member(name)} end as int)`);
	}
	const interval = `case when json_type(${extra}, '$.interval') in ('integer', 'real') then ${member("interval")} else 0 end`;
	status.viewQuery = query.split(interval).join(`case when ${isNumber("interval", 0)} then ${member("interval")} else 0 end`);
	app.save(status);
}, () => {
	// Nothing is taken back: the bounds harm nobody.
});
