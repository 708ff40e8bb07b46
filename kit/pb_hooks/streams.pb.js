// What is asked of who subscribes to an event stream. PocketBase checks each record that is made against each subscription:
// 1,000 of them cost as much as 40 creates. So a user has 10 subscriptions at most, an operator 100, a superuser all that
// PocketBase takes, and five streams: one more of either ends the oldest, which the device may have left behind. What a guest
// subscribes to by a rule of the kit, which brings a guest nothing, is left out. An address has 100 streams; those of this
// machine, such as of a proxy that says no other, are not counted.
onRealtimeSubscribeRequest((event) => {
	const { auth, client, subscriptions } = event;
	if (event.hasSuperuserAuth()) {
		return event.next();
	}
	const most = auth && auth.collection().name === "operators" ? 100 : 10;
	if (subscriptions.length > most) {
		throw new BadRequestError(`An event stream has ${most} subscriptions at most.`, null);
	}
	const letter = (_, code) => String.fromCharCode(parseInt(code, 16));
	for (const subscription of subscriptions) {
		// Letters of an address and of JSON may be written as numbers.
		const text = subscription.replace(/%([0-9a-f]{2})/gi, letter).replace(/\\u([0-9a-f]{4})/gi, letter);
		if (text.includes("_via_")) {
			throw new BadRequestError("Only superusers name a back relation (_via_).", null);
		}
	}
	const mostOfUser = 5, mostOfAddress = 100;
	const address = event.realIP();
	const isCounted = !/^(127\.|::1$|$)/.test(address);
	const broker = $app.subscriptionsBroker();
	const clients = broker.clients();
	const own = [];
	let ofAddress = 0;
	for (const id in clients) {
		const other = clients[id];
		if (id === client.id()) {
			continue;
		}
		ofAddress += isCounted && other.get("records_address") === address ? 1 : 0;
		const user = other.get("auth");
		if (auth && user && user.id === auth.id) {
			own.push({ id, subscribed: other.get("records_subscribed") || 0, count: Object.keys(other.subscriptions()).length });
		}
	}
	if (ofAddress >= mostOfAddress) {
		event.requestEvent.event.response.header().set("Retry-After", "60");
		throw new TooManyRequestsError("This address has too many event streams.", null);
	}
	own.sort((one, other) => one.subscribed - other.subscribed);
	let count = own.reduce((sum, stream) => sum + stream.count, subscriptions.length);
	own.forEach((stream, index) => {
		if (own.length - index >= mostOfUser || count > most) {
			broker.unregister(stream.id);
			count -= stream.count;
		}
	});
	if (!auth) {
		event.subscriptions = subscriptions.filter((subscription) => {
			try {
				const rule = String($app.findCachedCollectionByNameOrId(subscription.split(/[/?]/)[0]).listRule);
				return !/^\(?(?:@request\.auth\.collectionName = 'users' && )?\w+ = @request\.auth\.id\)? \|\| @request\.auth\.collectionName = 'operators'$/.test(rule);
			}
			catch {
				return true; // no collection
			}
		});
	}
	client.set("records_address", address);
	client.set("records_subscribed", client.get("records_subscribed") || Date.now());
	return event.next();
});
