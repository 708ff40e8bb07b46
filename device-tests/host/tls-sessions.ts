/** Routes to a real server that change its handshake: what servers do that hold records small or warn, and what somebody on the way can do to a session. */
import { byRecord, type Route } from "../../tools/network/proxy.js";
import { messageHeader, messageRecord, record, recordHeader, types } from "../../tools/tls/records.js";

const serverHello = 2;

/** Indices in the record of a ServerHello with an id of 32 bytes. */
const randomAt = recordHeader + messageHeader + 2;
const idAt = randomAt + 32 + 1;
const suiteAt = idAt + 32;

/** Gets the server's hello, and what it sends in place of each other record of a handshake. */
function changed(onHello: (hello: Buffer) => Buffer | undefined, onFinished: (finished: Buffer) => Buffer | undefined = (finished) => finished): Route {
	let encrypted = false;
	return {
		down: byRecord((one) => {
			if (one[0] === types.cipher)
				encrypted = true;
			else if (one[0] === types.handshake && encrypted)
				return onFinished(one);
			else if (one[0] === types.handshake && one[recordHeader] === serverHello)
				return onHello(one);
			return one;
		})
	};
}

function flipped(at: number): (bytes: Buffer) => Buffer {
	return (bytes) => {
		const index = at < 0 ? bytes.length + at : at;
		bytes[index] = (bytes[index] ?? 0) ^ 1;
		return bytes;
	};
}

const same = (bytes: Buffer): Buffer => bytes;

/** What becomes of a session's second connection. */
const attacks: Readonly<Record<string, () => Route>> = {
	"another-random": () => changed(flipped(randomAt)),
	"another-id": () => changed(flipped(idAt)),
	"another-suite": () => changed((hello) => {
		hello[suiteAt + 1] = 0x2b;
		return hello;
	}),
	"certificate": () => changed((hello) => Buffer.concat([hello, messageRecord(11, Uint8Array.of(0, 0, 7, 0, 0, 4, 0x30, 2, 5, 0))])),
	"ticket-not-announced": () => changed((hello) => Buffer.concat([hello, messageRecord(4, new Uint8Array(6))])),
	"damaged-finished": () => changed(same, flipped(-1)),
	"plain-finished": () => changed(same, () => Buffer.from(messageRecord(20, new Uint8Array(12)))),
	"no-hello": () => ({ down: (_bytes, to) => to.end() }),
	"reset": () => ({ down: (_bytes, to) => to.resetAndDestroy() }),
	"alert": () => changed(() => Buffer.from(record(types.alert, Uint8Array.of(2, 40))))
};

const warning = record(types.alert, Uint8Array.of(1, 112));

/** What real servers do on every connection. */
const manners: Readonly<Record<string, () => Route>> = {
	"warned": () => changed((hello) => Buffer.concat([warning, hello])),
	"warned-too-often": () => changed((hello) => Buffer.concat([...Array.from({ length: 5 }, () => warning), hello])),
	"fragments": () => inParts(100),
	"small-fragments": () => inParts(20)
};

/** Messages that are not encrypted come in records of so many bytes. */
function inParts(size: number): Route {
	let encrypted = false;
	return {
		down: byRecord((one) => {
			encrypted ||= one[0] !== types.handshake;
			if (encrypted)
				return one;
			const content = one.subarray(recordHeader);
			return Buffer.concat(Array.from({ length: Math.ceil(content.length / size) }, (_, at) => record(types.handshake, content.subarray(at * size, (at + 1) * size))));
		})
	};
}

/** Routes by the name of a server, by the number of the connection. */
export const sessionRoutes: readonly (readonly [name: string, route: (connection: number) => Route])[] = [
	...Object.entries(attacks).map(([name, route]) => [`session-${name}`, (connection: number) => connection === 1 ? route() : {}] as const),
	...Object.entries(manners).map(([name, route]) => [name, route] as const),
	["damaged-finished", () => changed(same, flipped(-1))],
	["session-closing", (connection) => connection === 1 ? attacks.reset() : {}],
	["session-refused", (connection) => connection > 0 ? attacks.reset() : {}],
	["session-unanswered", (connection) => connection > 0 ? { down: () => undefined } : {}],
	["session-genuine", () => ({})]
];
