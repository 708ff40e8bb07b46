// As with readings: a picture without a device belongs to the device that posts it.
onRecordCreateRequest((event) => {
	const { auth, record } = event;
	if (auth && auth.collection().name === "users" && !record.get("device")) {
		record.set("device", auth.id);
	}
	event.next();
}, "pictures");
