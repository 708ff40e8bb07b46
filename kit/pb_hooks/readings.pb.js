// What is asked of each record that is posted or changed, and of readings. It is one hook: each takes a JavaScript machine for
// a reading of a batch.
//
// A batch holds the database's only writer until all of its answers are there: nothing expands in it.
//
// A device posts its reading without its own id: a reading without a device belongs to the device that posts it. The create
// rule has already judged the reading as it was posted, so this turns no refusal into an acceptance.
//
// `extra` is JSON that the readers of all devices' readings can take. SQLite's JSON functions fail for a nesting of 1,000, and
// a query over all devices with them. The field's own limit is in bytes.
//
// A device has a bound of series, which the database knows (pb_migrations/1763800003_records_series.js).
//
// A device has a budget, which requests.pb.js looks at before the next request: each reading costs what it takes on the disk.
const check = (event) => {
	const { auth, record } = event;
	if (event.app.isTransactional() && event.requestEvent.event.request.url.query().get("expand") !== "") {
		throw new BadRequestError("Nothing expands in a batch.", null);
	}
	if (record.collection().name !== "readings") {
		return event.next();
	}
	const mostLength = 32_768, mostDepth = 32;
	const isDevice = auth && auth.collection().name === "users";
	if (isDevice && record.isNew() && !record.get("device")) {
		record.set("device", auth.id);
	}
	const text = record.getString("extra");
	const depthOf = (value) => typeof value !== "object" || value === null ? 0 : Object.values(value).reduce((most, member) => Math.max(most, 1 + depthOf(member)), 1);
	let fault = "";
	if (text.length > mostLength) {
		fault = `It is longer than ${mostLength} bytes.`;
	}
	else if (text !== "" && text !== "null") {
		// Escapes of whole characters, and of backslashes, are left out.
		const rest = text.replace(/\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, "");
		if (/\\ud[89a-f]|\\u0000/i.test(rest)) {
			fault = "It has a half of a character, or the character U+0000.";
		}
		try {
			if (depthOf(JSON.parse(text)) > mostDepth) {
				fault = `It is nested more than ${mostDepth} deep.`;
			}
		}
		catch {
			fault = "It is no JSON, or has a number that is out of range.";
		}
	}
	if (fault !== "") {
		throw new BadRequestError("Failed to store the reading.", { extra: new ValidationError("validation_invalid_extra", fault) });
	}
	if (isDevice) {
		const budget = Number($os.getenv("RECORDS_DEVICE_DAILY_MB") || 100) * 1_000_000; // bytes a day
		const time = (300 + text.length) / budget * 86_400_000; // milliseconds in which the budget grows by what this one takes
		$app.store().setFunc(`records_budget_${auth.id}`, (whole) => Math.max(whole || 0, Date.now()) + time);
	}
	try {
		return event.next();
	}
	catch (error) {
		// As the database says it.
		if (String(error.value?.rawData?.()).includes("the device has too many series")) {
			throw new BadRequestError("Failed to store the reading.", { sensor: new ValidationError("validation_too_many_series", "The device has as many sensors and units as it may.") });
		}
		throw error;
	}
};
onRecordCreateRequest(check);
onRecordUpdateRequest(check);
