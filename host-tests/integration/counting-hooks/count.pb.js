// Counts what is posted, as an app's own route may: two requests have another effect than one.
routerAdd("POST", "/api/my/increment", (event) => {
	const counts = $app.store();
	const { id, by } = event.requestInfo().body;
	counts.set(id, (counts.get(id) || 0) + by);
	return event.json(200, { id, count: counts.get(id) });
});
routerAdd("GET", "/api/my/count/{id}", (event) => event.json(200, { count: $app.store().get(event.request.pathValue("id")) || 0 }));
