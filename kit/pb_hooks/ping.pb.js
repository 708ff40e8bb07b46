// A client has ten seconds to take a message: then its stream ends. What waits for one that takes nothing would fill the memory.
// The end of a stream may come later than that: it has an hour.
onRealtimeMessageSend((event) => {
	const connection = event.requestEvent.event.response.unwrap();
	const give = (seconds) => connection.setWriteDeadline(new DateTime().add(seconds * 1_000_000_000).time());
	event.client.set("records_sent", Date.now());
	give(10);
	event.next();
	give(3600);
});

// An event stream ends after five minutes without an event, and its client notices late. A ping each minute keeps it open. One
// that was sent something in the last 15 seconds needs none: to send waits until the client has taken all before, and that may
// be much, while an idle one takes it at once. So no ping waits for a client.
//
// A stream that nobody has subscribed to, logged in, since the ping before is ended.
cronAdd("records_ping", "* * * * *", () => {
	const broker = $app.subscriptionsBroker();
	const clients = broker.clients();
	for (const id in clients) {
		const client = clients[id];
		if (!client.get("auth")) {
			if (client.get("records_nobodys")) {
				broker.unregister(id);
				continue;
			}
			client.set("records_nobodys", true);
		}
		if (Date.now() - (client.get("records_sent") || 0) > 15_000) {
			client.send(new SubscriptionMessage({ name: "PING", data: "{}" }));
		}
	}
});
