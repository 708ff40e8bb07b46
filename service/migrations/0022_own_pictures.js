// A device posts a picture without its own id: pictures.pb.js fills it in, behind this rule.
migrate((app) => {
	const pictures = app.findCollectionByNameOrId("pictures");
	pictures.createRule = "@request.auth.collectionName = 'users' && (device = '' || device = @request.auth.id)";
	app.save(pictures);
}, (app) => {
	const pictures = app.findCollectionByNameOrId("pictures");
	pictures.createRule = "@request.auth.collectionName = 'users' && device = @request.auth.id";
	app.save(pictures);
});
