// Somebody who looks at the live page. In a network nobody knows the password before the launcher sets one.
migrate((app) => {
	const operator = new Record(app.findCollectionByNameOrId("operators"));
	operator.setEmail("operator@example.test");
	operator.setPassword($os.getenv("RECORDS_SERVICE_NETWORK") ? $security.randomString(40) : "operator-pass-1234");
	operator.setVerified(true);
	app.save(operator);
});
