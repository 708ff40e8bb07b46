/** TLS sessions that go on, as devices offer and keep them. */
import test, { type ExecutionContext } from "ava";
import type { Verified } from "../../../lib/tls/chain.js";
import type { TrustedAuthorities } from "../../../lib/tls/trust.js";
import { readCertificate } from "../../../lib/tls/certificate.js";
import { Resumption } from "../../../lib/tls/resumption.js";
import { SessionKeeper } from "../../../lib/tls/session-keeper.js";
import type { ServerHello } from "../../../lib/tls/messages.js";
import type { SessionStore } from "../../../lib/tls/tls-options.js";
import { HANDSHAKE_FAILED } from "../../../lib/tls/tls-error.js";
import { primitives } from "../../../host/ca/primitives.js";
import { root } from "../../../tools/x509/certificate.js";
import { ecKeys } from "../../../tools/x509/keys.js";

const second = 1000;
const day = 86_400 * second;
const start = Date.UTC(2026, 0, 1);

const authority = readCertificate(root("Root", ecKeys()).der);
const other = readCertificate(root("Other", ecKeys()).der);
const random = new Uint8Array(32).fill(9);
const secret = new Uint8Array(48).fill(5);
const suite = 0xc02f;
const ticket = new Uint8Array(150).fill(3);
const id = new Uint8Array(32).fill(4);

interface Scope extends Pick<TrustedAuthorities, "encoded"> {
	readonly place: string;
}

function ofApp(...given: readonly Uint8Array[]): Scope {
	return { place: "records.test 443", encoded: () => given };
}

const scope = ofApp(authority.encoded);
const verified: Verified = { key: { modulus: 1n, exponent: 3n, size: 1 }, to: start + 90 * day, authority };

let now = start;
test.before(() => {
	Date.now = () => now;
});
test.beforeEach(() => {
	now = start;
});

/** A client's keeper, and what it has told and counted. */
class Client {
	readonly told: number[] = [];
	readonly keeper: SessionKeeper;
	readonly stats = { storageErrors: 0, emit: (_event: string, value: number): void => void this.told.push(value) };

	constructor(store?: SessionStore) {
		this.keeper = new SessionKeeper(store, this.stats);
	}

	begin(given = scope): Resumption {
		return new Resumption(this.keeper, given.place, given, primitives, random);
	}

	/** A full handshake. @param lifetime of the ticket; null for an id and no ticket */
	open(lifetime: number | null = 0, given = scope, until = verified): void {
		const resumption = this.begin(given);
		resumption.onHello(hello({ id: lifetime === null ? id : new Uint8Array(0) }));
		if (lifetime !== null)
			resumption.onTicket({ lifetime, ticket });
		resumption.complete(secret, until);
	}

	/** Whether the next hello offers a session. */
	offers(given = scope): boolean {
		return this.begin(given).isPending;
	}
}

function hello(parts: Partial<ServerHello> = {}): ServerHello {
	return { random, id: new Uint8Array(0), suite, isExtended: true, hasTicket: false, ...parts };
}

/** A store in RAM. */
function storeOf(bytes?: Uint8Array): SessionStore & { bytes: Uint8Array | undefined } {
	return {
		bytes,
		get() {
			return this.bytes;
		},
		set(session) {
			this.bytes = session;
		}
	};
}

test("nothing is offered at first: a ticket is asked for", (t) => {
	const resumption = new Client().begin();
	t.false(resumption.isPending);
	t.deepEqual(resumption.ticket, new Uint8Array(0));
	t.false(resumption.onHello(hello({ id: random })));
	t.is(resumption.secret, undefined);
});

test("without a keeper no ticket is wanted, and nothing is kept", (t) => {
	const resumption = new Resumption(undefined, scope.place, scope, primitives, random);
	t.is(resumption.ticket, undefined);
	resumption.onHello(hello({ id }));
	t.notThrows(() => resumption.complete(secret, undefined));
});

for (const [name, lifetime] of [["a ticket", 0], ["an id", null]] as const) {
	test(`${name} is offered, and goes on when the id is echoed`, (t) => {
		const client = new Client();
		client.open(lifetime);
		const resumption = client.begin();
		t.deepEqual(resumption.id, lifetime === null ? id : random);
		t.deepEqual(resumption.ticket, lifetime === null ? new Uint8Array(0) : ticket);
		t.true(resumption.onHello(hello({ id: Uint8Array.from(resumption.id) })));
		t.deepEqual(resumption.secret, secret);
		resumption.complete(secret, undefined);
		t.deepEqual(client.told, [1]);
		t.true(client.offers());
	});
}

test("without a ticket and without an id nothing is kept", (t) => {
	const client = new Client();
	const resumption = client.begin();
	resumption.onHello(hello());
	resumption.complete(secret, verified);
	t.is(client.keeper.get(), undefined);
});

test("another id, or none, is a full handshake: the session is forgotten and its secret cleared", (t) => {
	for (const echoed of [new Uint8Array(0), id, random.subarray(1), random.map((byte, at) => at === 31 ? byte + 1 : byte)]) {
		const client = new Client();
		client.open();
		const kept = client.keeper.get();
		const resumption = client.begin();
		t.false(resumption.onHello(hello({ id: echoed })));
		t.deepEqual(kept, new Uint8Array(kept?.length ?? 0));
		t.is(client.keeper.get(), undefined);
		t.is(resumption.secret, undefined);
		t.true(resumption.isPending, "a failure is still the session's");
		t.false(client.offers());
		t.deepEqual(client.told, []);
		resumption.complete(secret, verified);
		t.deepEqual(client.told, [0]);
	}
});

test("a session does not go on with another suite, or without what binds its secret", (t) => {
	for (const parts of [{ suite: 0xc02b }, { isExtended: false }]) {
		const client = new Client();
		client.open();
		t.throws(() => client.begin().onHello(hello({ id: random, ...parts })), { message: HANDSHAKE_FAILED });
	}
});

test("a session whose secret is bound to nothing is not kept (RFC 7627, 5.3)", (t) => {
	for (const store of [undefined, storeOf()]) {
		const client = new Client(store);
		const first = client.begin();
		first.onHello(hello({ id, isExtended: false }));
		first.onTicket({ lifetime: 0, ticket });
		first.complete(secret, verified);
		t.false(client.offers());
		t.is(store?.bytes, undefined);
	}
});

test("one that an earlier version has kept is not offered", (t) => {
	const store = storeOf();
	new Client(store).open();
	const bytes = Uint8Array.from(store.bytes ?? []);
	const kind = 49;
	t.is(bytes[kind], 3);
	bytes[kind] = 1;
	const digest = (entry: Uint8Array): Uint8Array => primitives.digest("SHA256", [primitives.bytes(`${scope.place} `), authority.encoded, entry.subarray(32)]);
	bytes.set(digest(bytes));
	const next = storeOf(bytes);
	t.false(new Client(next).offers());
	t.is(next.bytes, undefined, "it is forgotten");
	bytes[kind] = 3;
	bytes.set(digest(bytes));
	t.true(new Client(storeOf(bytes)).offers());
});

test("a session ends after 24 hours, after the server's hint, and with its certificates, whichever is first", (t) => {
	const ends = (client: Client, milliseconds: number): void => {
		now = start + milliseconds - second;
		t.true(client.offers());
		now = start + milliseconds;
		t.false(client.offers());
		now = start;
		t.false(client.offers(), "it is forgotten");
	};
	const make = (lifetime?: number, to = verified.to): Client => {
		const client = new Client();
		client.open(lifetime, scope, { ...verified, to });
		return client;
	};
	ends(make(), day);
	ends(make(0), day);
	ends(make(300), 300 * second);
	ends(make(2 ** 32 - 1), day);
	ends(make(0, start + 600 * second), 600 * second);
	ends(make(300, start + 600 * second), 300 * second);
});

test("a new ticket does not make a session longer", (t) => {
	const client = new Client();
	client.open();
	now = start + day / 2;
	const resumption = client.begin();
	resumption.onHello(hello({ id: random, hasTicket: true }));
	resumption.onTicket({ lifetime: 86_400, ticket: ticket.map((byte) => byte + 1) });
	resumption.complete(secret, undefined);
	t.deepEqual(client.begin().ticket, ticket.map((byte) => byte + 1));
	now = start + day;
	t.false(client.offers());
});

test("a clock that was set back ends a session", (t) => {
	const client = new Client();
	client.open();
	now = start - second;
	t.false(client.offers());
	now = start;
	t.false(client.offers());
});

test("a session is of one name, port, CAs and options", (t) => {
	const scopes: readonly Scope[] = [
		{ ...scope, place: "records.test 8443" }, { ...scope, place: "other.test 443" }, ofApp(other.encoded), ofApp(authority.encoded, other.encoded), ofApp(),
		{ ...scope, encoded: () => undefined }, { ...scope, encoded: () => other.encoded }
	];
	for (const one of scopes) {
		const client = new Client();
		client.open();
		t.false(client.offers(one));
		t.false(client.offers(), "it is forgotten");
	}
});

test("with the device's own CAs a session is of the one that has signed, as long as that is there", (t) => {
	const stored: Scope = { ...scope, encoded: (number) => number === 7 ? authority.encoded : other.encoded };
	const make = (): Client => {
		const client = new Client();
		client.open(0, stored, { ...verified, authority: { ...authority, number: 7 } });
		return client;
	};
	t.true(make().offers(stored));
	t.false(make().offers({ ...stored, encoded: () => undefined }));
	t.false(make().offers({ ...stored, encoded: () => other.encoded }));
});

test("what is stored serves another client, and is 512 bytes at most", (t) => {
	const store = storeOf();
	new Client(store).open();
	t.is(store.bytes?.length, 99 + ticket.length);
	const resumption = new Client(storeOf(store.bytes)).begin();
	t.true(resumption.onHello(hello({ id: random })));
	t.deepEqual(resumption.secret, secret);
	for (const [length, fits] of [[413, true], [414, false], [0xffff, false]] as const) {
		const next = storeOf();
		const client = new Client(next);
		const handshake = client.begin();
		handshake.onHello(hello());
		handshake.onTicket({ lifetime: 0, ticket: new Uint8Array(length) });
		handshake.complete(secret, verified);
		t.is(next.bytes?.length, fits ? 512 : undefined);
	}
});

test("an entry with any bit flipped, cut or longer is not offered", (t) => {
	const store = storeOf();
	new Client(store).open();
	const { bytes = new Uint8Array(0) } = store;
	const tried: Uint8Array[] = [];
	for (let bit = 0; bit < 8 * bytes.length; bit++)
		tried.push(bytes.map((byte, at) => at === bit >>> 3 ? byte ^ 1 << (bit & 7) : byte));
	for (let length = 0; length < bytes.length; length++)
		tried.push(bytes.slice(0, length));
	tried.push(Uint8Array.from([...bytes, 0]));
	for (const one of tried) {
		const next = storeOf(one);
		const client = new Client(next);
		t.false(client.offers());
		t.is(next.bytes, undefined, "it is forgotten");
		t.is(client.stats.storageErrors, 0);
	}
});

function failing(t: ExecutionContext, store: SessionStore, errors: number): void {
	const client = new Client(store);
	t.false(client.offers());
	client.open();
	t.true(client.offers(), "it is kept in RAM");
	t.is(client.stats.storageErrors, errors);
}

test("a store whose promises are rejected is counted, and ends nothing", async (t) => {
	const rejects = (): Promise<never> => Promise.reject(new Error("no storage"));
	const client = new Client({ get: rejects, set: rejects } as unknown as SessionStore);
	t.false(client.offers());
	client.open();
	t.true(client.offers(), "it is kept in RAM");
	await Promise.resolve();
	await Promise.resolve();
	t.is(client.stats.storageErrors, 2);
});

test("a store that throws, or gives anything else, is counted and does no harm", (t) => {
	const thrower = (): never => {
		throw new Error("flash");
	};
	failing(t, { get: thrower, set: () => undefined }, 1);
	failing(t, { get: () => undefined, set: thrower }, 1);
	failing(t, { get: thrower, set: thrower }, 2);
	failing(t, { get: () => null, set: () => undefined }, 0);
	for (const wrong of [5, "text", {}, [1, 2], true, new Uint8Array(513), new ArrayBuffer(600), new Proxy({}, { get: thrower })])
		failing(t, { get: () => wrong as Uint8Array, set: () => undefined }, 1);
	for (const wrong of [new Uint8Array(0), new ArrayBuffer(0), new Uint8Array(512), new ArrayBuffer(100)])
		failing(t, { get: () => wrong, set: () => undefined }, 0);
});

test("the store is asked once, and gets copies", (t) => {
	const store = storeOf();
	let asked = 0;
	const client = new Client({ get: () => (asked++, undefined), set: (session) => store.set(session) });
	client.open();
	client.open();
	t.is(asked, 1);
	store.bytes?.fill(0);
	t.true(client.offers());
});

test("a session that is dropped is offered to nobody, and forgotten in the store", (t) => {
	const store = storeOf();
	const client = new Client(store);
	client.open();
	client.begin().drop();
	t.is(store.bytes, undefined);
	t.false(client.offers());
});

test("an empty ticket is none: the id serves", (t) => {
	const client = new Client();
	const resumption = client.begin();
	resumption.onHello(hello({ id, hasTicket: true }));
	resumption.onTicket({ lifetime: 0, ticket: new Uint8Array(0) });
	resumption.complete(secret, verified);
	t.deepEqual(client.begin().id, id);
});
