// What an operator must know of how the service was started is said at each start, in the log and on the console.
//
// The data has the secret of all tokens: who can read it makes a superuser's. Windows has no such modes.
//
// Each request, each reading of a batch and each event stream holds a JavaScript machine. PocketBase has 15 by itself, and makes
// one for what finds none free, which takes longer than a create: a hundred streams would slow down all.
onBootstrap((event) => {
	event.next();
	const say = (text) => {
		console.error(text);
		$app.logger().error(text);
	};
	const folder = $app.dataDir();
	const mode = Number($os.stat(folder).mode());
	if ((mode & 0o077) !== 0 && folder.startsWith("/")) {
		say(`other users of this machine can read the data, and make themselves superusers: chmod 700 ${folder}`);
	}
	const started = $os.args.join(" ");
	const [, pool] = /--hooksPool[= ](\d+)/.exec(started) || ["", "15"];
	const least = 60; // a batch of 50 readings, and other requests
	if (/ serve(?: |$)/.test(started) && Number(pool) < least) {
		say(`PocketBase has ${pool} JavaScript machines, and a batch of 50 readings takes 51: start it with --hooksPool 400`);
	}
});
