// Of several services, a device is the affair of the one that has its last reading. device_activity has in `elsewhere` when
// another has stored a later one (pb_hooks/peers.pb.js): from then on the device is not silent here, until it posts here again.
migrate((app) => {
	const activity = app.findCollectionByNameOrId("device_activity");
	const status = app.findCollectionByNameOrId("device_status");
	if (!activity.fields.getByName("late") || activity.type !== "base") {
		return; // somebody's own
	}
	if (!activity.fields.getByName("elsewhere")) {
		activity.fields.add(new Field({ type: "date", name: "elsewhere" }));
	}
	app.save(activity);
	const inService = "u.locked = '' and u.removed = ''";
	const query = String(status.viewQuery);
	if (status.type === "view" && !query.includes("a.elsewhere")) {
		status.viewQuery = query.replace(inService, `${inService} and coalesce(a.elsewhere <= a.last, true)`);
		app.save(status);
	}
}, () => {
	// Nothing is taken back: device_status needs the field.
});
