/** What a client that has been closed leaves behind: no timer, and nothing that keeps a process alive. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Transport } from "../../lib/platform.js";
import test from "ava";
import { Resolver, TCP } from "records-client";
import { text } from "../../host/text.js";
import { timers as nodeTimers } from "../../host/timers.js";
import { RecordsClient } from "../../lib/client.js";
import type { RecordsClientOptions } from "../../lib/client-options.js";
import type { TimerHandle, Timers } from "../../lib/platform.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { openUnansweredPort } from "../../tools/peer/unanswered.js";
import { placesOfFile } from "../contract/places.js";

const places = placesOfFile("peer");

/** Node's timers, and those that have been set and neither come nor been cleared. */
function counted(): { readonly timers: Timers; readonly waiting: Set<TimerHandle> } {
	const waiting = new Set<TimerHandle>();
	return {
		waiting,
		timers: {
			set(callback, milliseconds) {
				const timer = nodeTimers.set(() => {
					waiting.delete(timer);
					callback();
				}, milliseconds);
				waiting.add(timer);
				return timer;
			},
			clear(timer) {
				waiting.delete(timer!);
				nodeTimers.clear(timer);
			},
			now: () => nodeTimers.now()
		}
	};
}

const credentials = { collection: "users", identity: "device-one", password: "not a secret" };
const events: readonly (readonly [event: string, options: Partial<RecordsClientOptions>])[] = [
	["connect", {}], ["retry", {}], ["backoff", {}], ["recycle", {}], ["login", { credentials }]
];

for (const [closing, options] of events) {
	test(`close() in the event "${closing}" leaves no timer`, async (t) => {
		const { timers, waiting } = counted();
		const http = { dns: { io: Resolver }, socket: { io: TCP } };
		let told = false;
		const client: RecordsClient = new RecordsClient({ network: { http }, preferences: new MemoryPreferences(), text, timers, secured: (transport: Transport) => ({ ...transport, isVerified: true }), warn: (warning) => t.fail(warning) }, {
			...options,
			baseUrl: `${places().peer}/too-many-unsaid/timers-${closing}`,
			limits: { retryPause: 600_000, retryBase: 1, recycleBytes: 1, timeout: 2_000_000 },
			onEvent(event) {
				if (event !== closing)
					return;
				told = true;
				client.close();
			}
		});
		const { kind } = await client.collection("readings").createEx("{}");
		t.is(kind, "closed");
		t.true(told);
		await new Promise((resolve) => setImmediate(resolve));
		t.is(waiting.size, 0);
	});
}

test("a client that was asked for the time holds a timer until close(), and a closed one none", (t) => {
	const { timers, waiting } = counted();
	const http = { dns: { io: Resolver }, socket: { io: TCP } };
	const client = new RecordsClient({ network: { http }, preferences: new MemoryPreferences(), text, timers, secured: (transport: Transport) => ({ ...transport, isVerified: true }), warn: (warning) => t.fail(warning) }, { baseUrl: places().peer });
	for (let calls = 0; calls < 2; calls++) {
		t.is(client.now(), -1);
		t.is(waiting.size, 1);
	}
	client.close();
	t.is(waiting.size, 0);
	t.is(client.now(), -1);
	t.is(waiting.size, 0);
});

/** A program that closes its client and has nothing else to do; it tells what Node still waits for. */
const program = (baseUrl: string): string => `
	import { RecordsClient } from "records-client";
	const client = new RecordsClient({ baseUrl: ${JSON.stringify(baseUrl)}, preferences: null });
	const call = client.collection("readings").createEx("{}");
	setTimeout(() => {
		client.close();
		// What is being closed is gone after a turn.
		call.then(({ kind }) => setImmediate(() => setImmediate(() => console.log(kind, process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|GetAddr/.test(name)).join()))));
	}, 200);
`;

test("a client that is closed while it connects keeps no process alive", async (t) => {
	const unanswered = await openUnansweredPort("127.0.0.1");
	t.teardown(() => unanswered.close());
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program(`http://${unanswered.place}`)]);
	t.is(stdout.trim(), "closed");
});
