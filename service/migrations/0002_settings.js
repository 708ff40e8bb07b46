// The superuser exists so that the service doesn't open a browser to ask for one. Nobody knows its password, unless
// the launcher gives it another (passwords.pb.js).
migrate((app) => {
	const settings = app.settings();
	settings.meta.appName = "records service";
	app.save(settings);

	const superusers = app.findCollectionByNameOrId("_superusers");
	superusers.authAlert.enabled = false; // there is no mail server to send it with
	app.save(superusers);

	if (app.countRecords("_superusers", $dbx.hashExp({ email: "superuser@example.test" })) > 0)
		return;

	const superuser = new Record(superusers);
	superuser.setEmail("superuser@example.test");
	superuser.setPassword($security.randomString(40));
	app.save(superuser);
});
