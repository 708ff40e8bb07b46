// A device posts its reading without its own id: a reading without a device belongs to the device that posts it. The create
// rule has already judged the reading as it was posted, so this turns no refusal into an acceptance.
onRecordCreateRequest((event) => {
	const poster = event.auth;
	if (poster && poster.collection().name === "users" && !event.record.get("device")) {
		event.record.set("device", poster.id);
	}
	event.next();
}, "readings");
