import UDP from "embedded:io/socket/udp";
import { type Network, Resolver, timers, TLSSocket } from "records-client";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import type { RecordsClient } from "../../lib/client.js";
import type { TLSOptions } from "../../lib/tls/tls-options.js";
import { type Narrow, NarrowTCP } from "../app/narrow-tcp.js";
import { SecureLine, type TLSPlaces } from "../app/secure-line.js";

/** Bytes between two places where a driver is full for the first time. */
const STEP = 29;
/** Bytes of a client's flights in a handshake: hello, key exchange, Finished; and with certificates of a client. */
const FLIGHTS = 800, FLIGHTS_WITH_CERTIFICATES = 1500;

/** As much as a segment has; the simulator's socket does not take much more at once. */
const PLENTY = 1400;

/** Types of records (RFC 5246, 6.2.1). */
const CIPHER = 20, ALERT = 21, HANDSHAKE = 22, DATA = 23;

/**
 * What a client has written, as the types of its records: fails the case for one that is not whole, or not where it must be.
 * @returns the type of the last one
 */
function expectOrder(context: Context, written: Uint8Array, where: string): number {
	const seen: number[] = [];
	let at = 0;
	while (at + 5 <= written.length) {
		seen.push(written[at]);
		at += 5 + (written[at + 3] << 8 | written[at + 4]);
	}
	context.equal(at, written.length, `${where}: the last record is whole`);
	const cipher = seen.indexOf(CIPHER);
	context.ok(cipher > 0 && seen.slice(0, cipher).every((type) => type === HANDSHAKE) && seen[cipher + 1] === HANDSHAKE
		&& seen.slice(cipher + 2).every((type, index, rest) => type === DATA || type === ALERT && index === rest.length - 1), `${where}: ${seen.join()}`);
	return seen[seen.length - 1];
}

/** A client that opens a connection for each request, over a driver that is full. */
function over(context: Context, port: number | undefined, narrow: Narrow, tls: TLSOptions, resumed: number[]): RecordsClient {
	const dns = { io: Resolver, servers: ["127.0.0.1"], socket: { io: UDP }, timers };
	const network = { https: { dns, socket: { io: TLSSocket, TCP: { io: NarrowTCP }, narrow } } } as unknown as Network;
	return context.client({
		baseUrl: `https://localhost:${port}`, network, tls, limits: { recycleBytes: 1, retries: 0 },
		onEvent(event, value) {
			if (event === "resume")
				resumed.push(value);
		}
	});
}

/** Drivers that take no bytes for a while: nothing overtakes what waits for them. */
export function fullDriverCases({ authorities, ports }: TLSPlaces): readonly Case[] {
	const [ca] = authorities;
	const [verifying, certificate, intermediate, key] = authorities.slice(7);
	const own = { ca: verifying, certificate: [certificate, intermediate], key };
	const drivers: readonly Narrow[] = [{ first: PLENTY, then: PLENTY, pause: 30 }, ...[120, 80, 60, 52].map((size) => ({ first: size, then: size, pause: 1 }))];
	const servers = ["session-genuine", "nginx", "haproxy", "caddy"].filter((name) => ports[name] !== undefined);
	const places: readonly (readonly [name: string, tls: TLSOptions, end: number])[] = [
		["session-genuine", { ca }, FLIGHTS], ["client openssl", own, FLIGHTS_WITH_CERTIFICATES]
	];
	return [
		...servers.flatMap((name) => drivers.map((narrow) => testCase(`a driver that takes ${narrow.then} bytes and then none for ${narrow.pause} ms: sessions go on at ${name}, and a body of 3,000 bytes arrives`, async (context) => {
			const resumed: number[] = [];
			const records = over(context, ports[name], narrow, { ca }, resumed);
			for (let count = 0; count < 4; count++)
				context.equal((await records.checkHealth()).error, "");
			context.equal(resumed.join(), "1,1,1");
			// A guest's create is refused, once it is there.
			context.equal((await records.collection("readings").createEx({ sensor: "x".repeat(3000) })).statusCode, 400);
		}))),
		...places.map(([name, tls, end]) => testCase(`a driver that is full behind each ${STEP}th byte of a full and of a resumed handshake, and of what follows: ${name}`, async (context) => {
			for (let first = 1; first < end; first += STEP) {
				const closed: Uint8Array[] = [];
				const resumed: number[] = [];
				const records = over(context, ports[name], { first, then: PLENTY, pause: 3, onClosed: (written) => void closed.push(written) }, tls, resumed);
				for (let count = 0; count < 2; count++)
					context.equal((await records.checkHealth()).error, "", `full behind byte ${first}`);
				records.close();
				context.equal(resumed.join(), "1", `full behind byte ${first}`);
				closed.forEach((written) => void expectOrder(context, written, `full behind byte ${first}`));
				context.equal(closed.length, 2);
			}
		})),
		testCase("a close_notify leaves whole, or not at all", async (context) => {
			for (let room = 0; room <= 40; room++) {
				let written = new Uint8Array(0);
				const narrow = { first: PLENTY, then: PLENTY, pause: 1, onClosed(bytes: Uint8Array<ArrayBuffer>) {
					written = bytes;
				} };
				const line = new SecureLine(context, ports.echo, { certificate: ca }, { TCP: { io: NarrowTCP as never }, narrow });
				await line.until("writable");
				narrow.then = room;
				line.call((socket) => socket.write(Uint8Array.of(97)));
				await line.until("readable");
				await context.sleep(5);
				line.call((socket) => socket.close());
				const last = expectOrder(context, written, `room for ${room} bytes`);
				context.equal(last === ALERT, room >= 31, `room for ${room} bytes`);
			}
		})
	];
}
