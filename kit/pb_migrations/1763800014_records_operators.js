// "operators" holds people who look at all devices and change nothing. Only a superuser makes, changes or deletes one (null
// locks a rule). Rules that are not the kit's stay as they are.
migrate((app) => {
	const operator = "@request.auth.collectionName = 'operators'";
	const own = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	const itself = `${operator} && id = @request.auth.id`;
	const textOf = (rule) => rule === null ? null : String(rule);
	if (app.isCollectionNameUnique("operators")) {
		const made = new Collection({ type: "auth", name: "operators", listRule: itself, viewRule: itself });
		made.authAlert.enabled = false; // a log-in would wait for the mail
		app.save(made);
	}
	const operators = app.findCollectionByNameOrId("operators");
	// Whoever may sign up there would read all.
	if (operators.type !== "auth" || operators.createRule !== null || operators.updateRule !== null || operators.manageRule !== null || operators.oauth2.enabled) {
		throw new Error('there is another collection "operators", in which people may sign up or change themselves: give it another name');
	}
	const open = (name, before, after) => {
		const collection = app.findCollectionByNameOrId(name);
		for (const rule of ["listRule", "viewRule"]) {
			if (textOf(collection[rule]) === before) {
				collection[rule] = after;
			}
		}
		app.save(collection);
	};
	const devices = "@request.auth.collectionName = 'users'";
	open("users", "id = @request.auth.id", `id = @request.auth.id || ${operator}`);
	for (const name of ["readings", "readings_hourly", "commands"]) {
		open(name, own, `(${own}) || ${operator}`);
	}
	open("firmware", devices, `${devices} || ${operator}`);
	for (const [name, field] of [["device_activity", "late"], ["device_status", "silent"]]) {
		// Somebody's own stays locked.
		if (app.findCollectionByNameOrId(name).fields.getByName(field)) {
			open(name, null, operator);
		}
	}
	// Guessing their passwords is limited as that of superusers is, where the limits are the kit's.
	const settings = app.settings();
	const { rules } = settings.rateLimits;
	if (rules.some(({ label }) => label === "_superusers:authWithPassword") && !rules.some(({ label }) => label === "operators:authWithPassword")) {
		settings.rateLimits.rules = [...rules, { label: "operators:authWithPassword", audience: "", duration: 60, maxRequests: 10 }];
		app.save(settings);
	}
}, () => {
	// Nothing is taken back: who looked at devices may go on.
});
