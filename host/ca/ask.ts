/** Asks a server as a device does: with its hello, its order of messages and its texts. */
import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { DEFAULT_LIMITS } from "../../lib/client-limits.js";
import { clientHello } from "../../lib/tls/client-hello.js";
import { HandshakeOrder, RECORD_HEADER, SERVER_HELLO_DONE } from "../../lib/tls/handshake-order.js";
import { RANDOM_SIZE } from "../../lib/tls/messages.js";
import { HANDSHAKE_CUT, TLSError } from "../../lib/tls/tls-error.js";
import { Heard } from "./heard.js";
import type { Place } from "./place.js";
import { primitives } from "./primitives.js";

/** A device's text for a connection that does not come about in time. */
const TOO_LATE = `no connection within limits.connect (${DEFAULT_LIMITS.connect} ms)`;

/** Hears what a server says until it waits for the client's key. Whatever goes wrong is told in what is returned. */
export async function ask(place: Place): Promise<Heard> {
	const random = new Uint8Array(randomBytes(RANDOM_SIZE));
	const heard = new Heard(place.name, random);
	const deadline = AbortSignal.timeout(DEFAULT_LIMITS.connect);
	try {
		const socket = await open(place, deadline);
		heard.address = socket.remoteAddress ?? "";
		const { answerable, record } = clientHello(random, place.name, { id: random, ticket: new Uint8Array(0) }, primitives);
		socket.write(record);
		await hear(socket, orderOf(heard, answerable), heard);
	}
	catch (error) {
		heard.fault = deadline.aborted ? TOO_LATE : (error as Error).message;
	}
	return heard;
}

/** Connects to the first address that answers; those that devices look names up for come first. */
async function open({ host, port }: Place, deadline: AbortSignal): Promise<Socket> {
	const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }];
	const addresses = found.sort((one, other) => one.family - other.family).map(({ address }) => address);
	let fault: unknown;
	for (const address of addresses) {
		try {
			return await connected(address, port, deadline);
		}
		catch (error) {
			fault ??= error;
		}
	}
	throw fault;
}

function connected(address: string, port: number, deadline: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host: address, port });
		socket.once("connect", () => resolve(socket)).on("error", reject);
		deadline.addEventListener("abort", () => {
			socket.destroy();
			reject(new Error(TOO_LATE));
		});
	});
}

function orderOf(heard: Heard, answerable: readonly number[]): HandshakeOrder {
	const order = new HandshakeOrder({
		onHello({ suite }): boolean {
			heard.suite = suite;
			return false;
		},
		// It comes after the client's key.
		onTicket: () => undefined
	}, answerable);
	order.judge = {
		onCertificates(chain): void {
			heard.chain = chain.map((certificate) => certificate.slice());
		},
		onKeyExchange(content, random): void {
			heard.exchange = { content: structuredClone(content), random };
		}
	};
	return order;
}

/** Resolves when the server waits for the client, or has said that it will not. */
function hear(socket: Socket, order: HandshakeOrder, heard: Heard): Promise<void> {
	return new Promise((resolve, reject) => {
		let rest: Uint8Array = new Uint8Array(0);
		let isDone = false;
		let fault: Error | undefined;
		socket.on("data", (bytes) => {
			rest = new Uint8Array(Buffer.concat([rest, bytes]));
			try {
				for (let size = sizeOf(rest, order); size <= rest.length && !isDone; size = sizeOf(rest, order)) {
					isDone = take(rest.subarray(0, size), order);
					rest = rest.subarray(size);
				}
				if (isDone)
					socket.destroy();
			}
			catch (error) {
				fault = error as Error;
				socket.destroy();
			}
		});
		socket.on("end", () => socket.destroy());
		socket.on("close", () => {
			heard.isAsked = order.isAsked;
			if (isDone)
				resolve();
			else
				reject(fault ?? new TLSError(HANDSHAKE_CUT));
		});
	});
}

/** Bytes of the next record, more than any has as long as they are not known. */
function sizeOf(bytes: Uint8Array, order: HandshakeOrder): number {
	return bytes.length < RECORD_HEADER ? Infinity : order.recordSize(bytes);
}

/** Takes a record. Returns whether the server now waits for the client. @throws TLSError also for an alert */
function take(record: Uint8Array, order: HandshakeOrder): boolean {
	// Before anything is encrypted, only alerts are not messages.
	if (order.checkRecord(record))
		throw new TLSError(order.alertFault(record[RECORD_HEADER + 1]));
	for (let message = order.nextMessage(); message !== undefined; message = order.nextMessage()) {
		if (message[0] === SERVER_HELLO_DONE)
			return true;
	}
	return false;
}
