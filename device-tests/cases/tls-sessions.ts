import type { Network } from "records-client";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import type { RecordsClient } from "../../lib/client.js";
import { Authorities } from "../../lib/tls/authorities.js";
import { primitives } from "../../lib/moddable/tls/sdk-primitives.js";
import { SessionKeeper } from "../../lib/tls/session-keeper.js";
import type { TLSOptions } from "../../lib/tls/tls-options.js";
import { overTLS } from "../app/providers.js";
import { SecureLine, type TLSPlaces } from "../app/secure-line.js";

/** What somebody on the way does to the second connection: see device-tests/host/tls-sessions.ts. */
const attacks = [
	"another-random", "another-id", "another-suite", "certificate", "ticket-not-announced", "damaged-finished", "plain-finished", "no-hello", "reset", "alert"
];

interface Asked {
	readonly records: RecordsClient;
	/** What became of the sessions that were offered. */
	readonly resumed: readonly number[];
	/** Opens a connection. Returns the error. */
	readonly ask: () => Promise<string>;
	/** Opens so many without an error. @param became of all sessions that have been offered */
	readonly opens: (times: number, became: string) => Promise<void>;
}

/** Where the digest ends in a stored session, and its secret begins: see lib/tls/resumption.ts. */
const digestSize = 32;
const secretAt = 51;

/** A stored session with another secret, as whoever can write to the store makes it. */
function withAnotherSecret(bytes: Uint8Array, port: number | undefined, ca: Uint8Array): Uint8Array {
	const entry = bytes.slice();
	entry[secretAt] ^= 1;
	entry.set(primitives.digest("SHA256", [primitives.bytes(`localhost ${port} `), ca, entry.subarray(digestSize)]));
	return entry;
}

/** Keeps a session, in RAM. */
class Store {
	bytes: Uint8Array | undefined;

	get(): Uint8Array | undefined {
		return this.bytes;
	}

	set(bytes: Uint8Array | undefined): void {
		this.bytes = bytes;
	}
}

/** A client that opens a connection for each request. */
export function asking(context: Context, port: number | undefined, tls: TLSOptions, network: Network = overTLS()): Asked {
	const resumed: number[] = [];
	const records = context.client({
		baseUrl: `https://localhost:${port}`, network, tls, limits: { recycleBytes: 1 },
		onEvent: (event, value) => {
			if (event === "resume")
				resumed.push(value);
		}
	});
	const ask = async (): Promise<string> => (await records.checkHealth()).error;
	const opens = async (times: number, became: string): Promise<void> => {
		for (; times > 0; times--)
			context.equal(await ask(), "");
		context.equal(resumed.join(), became);
	};
	return { records, resumed, ask, opens };
}

/** Opens single connections that share a session, as those of a client do. */
class Lines {
	readonly told: number[] = [];
	readonly keeper = new SessionKeeper(undefined, { storageErrors: 0, emit: (_event, value) => void this.told.push(value) });
	readonly #context: Context;
	readonly #authorities: Authorities;

	constructor(context: Context, ca: Uint8Array) {
		this.#context = context;
		this.#authorities = new Authorities(ca);
	}

	open(port: number | undefined): SecureLine {
		return new SecureLine(this.#context, port, {}, { shared: { keeper: this.keeper, authorities: this.#authorities } });
	}

	/** Makes a session in a full handshake. */
	async begin(port: number | undefined): Promise<void> {
		const line = this.open(port);
		await line.until("writable");
		line.call((socket) => socket.close());
		this.#context.ok(this.keeper.get() !== undefined, "a session is kept");
	}
}

/** What a TLS socket has of a handshake. */
interface Inside {
	readonly state: number;
	readonly session: { readonly masterSecret: Uint8Array | undefined };
}

/** The state in which a socket has said hello: see lib/moddable/tls/socket.ts. */
const handshaking = 1;

export function sessionCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const [ca, other] = authorities as Uint8Array[];
	const connect = (context: Context, name: string, tls: TLSOptions = { ca }): Asked => asking(context, ports[name], tls);
	return [
		testCase("a session goes on, again and again", async (context) => {
			await connect(context, "session-genuine").opens(4, "1,1,1");
		}),
		testCase("a stored session serves another client, of the same place and the same CAs", async (context) => {
			const session = new Store();
			context.equal(await connect(context, "session-genuine", { ca, session }).ask(), "");
			const kept = session.bytes;
			context.ok(kept !== undefined && kept.length <= 512, "it is stored");
			await connect(context, "session-genuine", { ca, session }).opens(1, "1");
			for (const [name, tls] of [["good", { ca }], ["session-genuine", { ca, serverName: "records.test" }], ["session-genuine", { ca: [ca, other] }], ["session-genuine", { ca, insecure: true }]] as const) {
				session.bytes = kept;
				const elsewhere = connect(context, name, { ...tls, session });
				context.equal(await elsewhere.ask(), "", name);
				context.equal(elsewhere.resumed.join(), "", `${name} ${Object.keys(tls).join()}`);
			}
		}),
		testCase("a stored session with another secret: one full handshake more", async (context) => {
			const session = new Store();
			context.equal(await connect(context, "session-genuine", { ca, session }).ask(), "");
			session.bytes &&= withAnotherSecret(session.bytes, ports["session-genuine"], ca);
			const again = connect(context, "session-genuine", { ca, session });
			await again.opens(2, "-1,1");
			context.equal(again.records.stats().connections, 2);
		}),
		testCase("a stored session does not serve a client that no longer trusts the CA", async (context) => {
			const session = new Store();
			context.equal(await connect(context, "session-genuine", { ca, session }).ask(), "");
			const elsewhere = connect(context, "session-genuine", { ca: other, session });
			context.equal(await elsewhere.ask(), "certificate is not signed by a trusted CA");
			context.equal(elsewhere.resumed.join(), "");
			context.equal(session.bytes, undefined);
		}),
		testCase("a store that throws or gives anything else is counted and does no harm", async (context) => {
			const fail = (): never => {
				throw new Error("flash");
			};
			const stores = [{ get: fail, set: fail }, ...[5, "text", {}, new Uint8Array(513)].map((wrong) => ({ get: () => wrong as Uint8Array, set: () => undefined }))];
			for (const [index, session] of stores.entries()) {
				const { opens, records } = connect(context, "session-genuine", { ca, session });
				await opens(2, "1");
				context.equal(records.stats().storageErrors, index === 0 ? 2 : 1);
			}
		}),
		testCase("a handshake that fails leaves no secret", async (context) => {
			const line = new SecureLine(context, ports["damaged-finished"], { certificate: ca });
			const { session } = line.socket as unknown as Inside;
			context.equal(await line.fails(), "TLSError: TLS handshake failed");
			context.equal(session.masterSecret?.join(), new Uint8Array(48).join());
		}),
		testCase("an open connection has no secret of the session", async (context) => {
			const lines = new Lines(context, ca);
			for (const told of ["", "1"]) {
				const line = lines.open(ports["session-genuine"]);
				await line.until("writable");
				context.equal(lines.told.join(), told);
				context.equal((line.socket as unknown as Inside).session.masterSecret?.join(), new Uint8Array(48).join());
				line.call((socket) => socket.close());
			}
		}),
		testCase("a session that fails, and the full handshake after it: an error, and no third connection", async (context) => {
			const lines = new Lines(context, ca);
			await lines.begin(ports["session-refused"]);
			const line = lines.open(ports["session-refused"]);
			context.equal(await line.fails(), "TLSError: peer closed during the TLS handshake");
			context.equal(line.events.join(), "error");
			context.equal(lines.told.join(), "-1");
			context.equal(lines.keeper.get(), undefined);
		}),
		testCase("a server that does not answer a session is not offered it again", async (context) => {
			const lines = new Lines(context, ca);
			await lines.begin(ports["session-unanswered"]);
			const line = lines.open(ports["session-unanswered"]);
			while ((line.socket as unknown as Inside).state !== handshaking)
				await context.sleep(20);
			line.call((socket) => socket.close());
			context.equal(lines.keeper.get(), undefined);
			context.equal(line.events.join(), "");
		}),
		testCase("a damaged record ends the session of its connection", async (context) => {
			const lines = new Lines(context, ca);
			const line = lines.open(ports.damaged);
			await line.until("readable");
			context.ok(lines.keeper.get() !== undefined, "a session is kept");
			line.take();
			context.equal(await line.fails(), "TLSError: TLS record is damaged");
			context.equal(lines.keeper.get(), undefined);
		}),
		testCase("nobody goes on with what nobody has verified", async (context) => {
			let stored = 0;
			await connect(context, "session-genuine", { insecure: true, session: { get: () => undefined, set: () => { stored++; } } }).opens(2, "");
			context.equal(stored, 0);
		}),
		testCase("a server that has forgotten the session makes a full handshake, on the same connection", async (context) => {
			const { opens, records } = connect(context, "forgetful");
			await opens(3, "0,0");
			context.equal(records.stats().connections, 3);
		}),
		testCase("a store that closes the client leaves no connection and is not asked again", async (context) => {
			for (const closing of ["get", "set"]) {
				let calls = 0;
				const close = (name: string): undefined => {
					if (name === closing) {
						calls++;
						client.records.close();
					}
					return undefined;
				};
				const client: Asked = connect(context, "session-genuine", { ca, session: { get: () => close("get"), set: () => close("set") } });
				context.ok(await client.ask() !== "", closing);
				context.equal(calls, 1, closing);
			}
		}),
		testCase("a store that closes the client as it forgets a session: no connection more is begun", async (context) => {
			const kept: string[] = [];
			const client: Asked = connect(context, "session-closing", { ca, session: { get: () => undefined, set(bytes) {
				kept.push(bytes === undefined ? "nothing" : "a session");
				if (bytes === undefined)
					client.records.close();
			} } });
			context.equal(await client.ask(), "");
			context.ok(await client.ask() !== "", "it is closed");
			// What would have been begun before comes before this.
			context.equal(await connect(context, "session-closing").ask(), "");
			context.equal(kept.join(), "a session,nothing");
			context.equal(client.resumed.join(), "");
		}),
		...attacks.map((attack) => testCase(`a session and ${attack}: one full handshake more, and none is stuck`, async (context) => {
			const { opens, records } = connect(context, `session-${attack}`);
			await opens(3, "-1,1");
			context.equal(records.stats().connections, 3);
			context.equal(records.stats().retries, 0);
		})),
		...["nginx", "haproxy", "caddy"].filter((name) => ports[name] !== undefined).map((name) => testCase(`a session goes on at ${name}, and over a restart of the app`, async (context) => {
			const tls: TLSOptions = { ca, session: new Store() };
			await connect(context, name, tls).opens(3, "1,1");
			await connect(context, name, tls).opens(1, "1");
		})),
		...["nginx-restart", "nginx-reload", "haproxy-restart", "caddy-restart"].filter((event) => ports[event] !== undefined).map((event) => testCase(`${event}, and it has another ticket key: one full handshake, on the same connection`, async (context) => {
			const { ask, opens, records } = connect(context, event.slice(0, event.indexOf("-")));
			const control = context.client({ baseUrl: `http://127.0.0.1:${ports[event]}` });
			for (let count = 0; count < 2; count++)
				context.equal(await ask(), "");
			context.equal((await control.sendEx("GET", "/")).error, "");
			await opens(2, "1,0,1");
			context.equal(records.stats().connections, 4);
			context.equal(records.stats().retries, 0);
		})),
		...["warned", "fragments"].map((manner) => testCase(`a server's handshake is ${manner}`, async (context) => {
			await connect(context, manner).opens(2, "1");
		})),
		...[["warned-too-often", "TLS handshake failed"], ["small-fragments", "TLS handshake message is malformed"]].map(([manner = "", text]) => testCase(`a server's handshake is ${manner}: refused`, async (context) => {
			context.equal(await connect(context, manner).ask(), text);
		}))
	];
}
