// The password is read once, when the data is first made.
migrate((app) => {
	const users = app.findCollectionByNameOrId("users");
	const password = $os.getenv("RECORDS_DEVICE_PASSWORD") || "device-pass-1234";

	for (const [username, name] of [["device-one", "Device one"], ["device-two", "Device two"]]) {
		const device = new Record(users);
		device.set("username", username);
		device.set("name", name);
		device.setEmail(`${username}@example.test`);
		device.setPassword(password);
		device.setVerified(true);
		app.save(device);
	}
});
