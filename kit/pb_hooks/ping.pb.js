// A client has ten seconds to take a message: then its stream ends. What waits for one that takes nothing would fill the memory.
onRealtimeMessageSend((event) => {
	event.client.set("records_sent", Date.now());
	event.requestEvent.event.response.unwrap().setWriteDeadline(new DateTime().add(10_000_000_000).time());
	return event.next();
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
