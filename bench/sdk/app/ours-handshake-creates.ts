/** The smallest app that connects once, over TLS or, to compare, without it: whether a heap of a given size bears it. */
import "./globals.js";
import host from "bench/host";
import { RecordsClient } from "records-client";

/** `session` in hexadecimal: "" for a full handshake. */
const { session, url } = JSON.parse(settings) as { session: string; url: string };
const kept = session === "" ? undefined : Uint8Array.fromHex(session);
let resumed = 0;

new RecordsClient({
	baseUrl: url,
	tls: url.startsWith("https:") ? { ca: new Uint8Array(host.authority()), session: { get: () => kept, set: () => undefined } } : undefined,
	onEvent(event, value) {
		if (event === "resume")
			resumed = value;
	}
}).checkHealth().then(({ ok }) => {
	if (!ok || resumed !== (kept === undefined ? 0 : 1))
		host.exit(73);
	host.print('{"creates":{}}');
	host.exit(0);
}, () => host.exit(74));
