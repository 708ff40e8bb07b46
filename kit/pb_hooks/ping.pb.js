// An event stream ends after five minutes without an event, and its client notices late. A ping each minute keeps it open.
// A client that has not taken the ping before is stalled, and what waits for it would fill the memory: it is disconnected. So
// is one that nobody has subscribed to, logged in, since the ping before.
cronAdd("records_ping", "* * * * *", () => {
	const broker = $app.subscriptionsBroker();
	const clients = broker.clients();
	for (const id in clients) {
		const client = clients[id];
		const begun = Number(client.get("records_ping") || 0); // milliseconds, 0 for a ping that was taken
		if (begun > 0) {
			// Another run may be sending to it at this moment.
			if (Date.now() - begun > 30_000) {
				broker.unregister(id);
			}
			continue;
		}
		if (!client.get("auth")) {
			if (client.get("records_nobodys")) {
				broker.unregister(id);
				continue;
			}
			client.set("records_nobodys", true);
		}
		client.set("records_ping", Date.now());
		client.send(new SubscriptionMessage({ name: "PING", data: "{}" })); // ends when the client has taken it
		client.set("records_ping", 0);
	}
});
