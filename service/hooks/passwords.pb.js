// Before the service listens, the accounts get the passwords that the launcher has made, and where a network is served no
// account may have the one that everybody knows. The service by itself migrates later, and listens at once behind that.
onBootstrap((event) => {
	event.next();
	const network = $os.getenv("RECORDS_SERVICE_NETWORK");
	const passwords = JSON.parse($os.getenv("RECORDS_SERVICE_PASSWORDS") || "{}");
	if (network || passwords.superuser) {
		$app.runAllMigrations();
		const accounts = {
			"superuser": $app.findAllRecords("_superusers", $dbx.hashExp({ email: "superuser@example.test" })),
			"operator": $app.findAllRecords("operators", $dbx.hashExp({ email: "operator@example.test" })),
			"device-one": $app.findAllRecords("users", $dbx.hashExp({ username: "device-one" })),
			"device-two": $app.findAllRecords("users", $dbx.hashExp({ username: "device-two" }))
		};
		for (const name in accounts) {
			for (const record of accounts[name]) {
				if (passwords[name]) {
					record.setPassword(passwords[name]);
					$app.save(record);
				}
				if (network && record.validatePassword(name === "operator" ? "operator-pass-1234" : "device-pass-1234")) {
					throw new Error(`${name} has the password that everybody knows: a network needs another`);
				}
			}
		}
	}
});
