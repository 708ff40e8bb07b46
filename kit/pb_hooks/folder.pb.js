// The data has the secret of all tokens: who can read it makes a superuser's. A folder that other users of the machine can
// read is said at each start, in the log and on the console. Windows has no such modes.
onBootstrap((event) => {
	event.next();
	const folder = $app.dataDir();
	const mode = Number($os.stat(folder).mode());
	if ((mode & 0o077) !== 0 && folder.startsWith("/")) {
		const text = `other users of this machine can read the data, and make themselves superusers: chmod 700 ${folder}`;
		console.error(text);
		$app.logger().error(text);
	}
});
