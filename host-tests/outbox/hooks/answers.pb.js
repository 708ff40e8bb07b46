// What an operator's hooks may do with a new reading, as its field "act" says.
onRecordCreateRequest((event) => {
	const act = event.record.getString("act");
	if (act === "nothing")
		return;
	if (act === "204")
		return event.noContent(204);
	if (act === "302")
		return event.redirect(302, "/elsewhere");
	if (act === "page")
		return event.html(200, "<html><body>Good morning</body></html>");
	if (/^\d+$/.test(act))
		throw new ApiError(Number(act), "The hook's.", null);
	if ($app.store().get("replaces ids"))
		event.record.set("id", $security.randomStringWithAlphabet(15, "abcdefghijklmnopqrstuvwxyz"));
	event.next();
}, "hooked");

// Whether records get ids of their own.
routerAdd("POST", "/api/hooked/replace/{yes}", (event) => {
	$app.store().set("replaces ids", event.request.pathValue("yes") === "yes");
	return event.noContent(204);
});
