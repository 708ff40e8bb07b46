// A sensor posts {sensor, value} and nothing else: a reading without a device belongs to the device that posts it.
// The create rule has already judged the posted reading, so this can't turn a refusal into an acceptance.
onRecordCreateRequest((event) => {
	const poster = event.auth;
	if (poster && poster.collection().name === "users" && !event.record.get("device")) {
		event.record.set("device", poster.id);
	}
	event.next();
}, "readings");
