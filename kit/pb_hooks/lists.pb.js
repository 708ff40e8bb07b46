// skipTotal "1" omits totalItems and totalPages; PocketBase by itself answers -1 for both. The page is written here, so a
// hook for lists that is registered after this one does not see it. PocketBase applies `fields` to the records of its own
// pages, but to the whole of any other answer: each field gets the path that it has there.
onRecordsListRequest((event) => {
	const { items, page, perPage, totalItems } = event.result;
	const { requestEvent } = event;
	if (totalItems !== -1) {
		return event.next();
	}
	$apis.enrichRecords(requestEvent, event.records);
	const { url } = requestEvent.event.request;
	const query = url.query();
	const fields = [];
	let field = "";
	let depth = 0;
	for (const character of query.get("fields") + ",") {
		depth += character === "(" ? 1 : character === ")" ? -1 : 0;
		if (character !== "," || depth > 0) {
			field += character;
			continue;
		}
		if (field.trim() !== "") {
			fields.push("items." + field.trim());
		}
		field = "";
	}
	query.set("fields", fields.length === 0 ? "" : [...fields, "page", "perPage"].join(","));
	url.rawQuery = query.encode();
	return event.json(200, { items, page, perPage });
});
