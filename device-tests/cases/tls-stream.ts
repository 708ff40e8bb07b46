import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { thrownBy } from "../../host-tests/contract/thrown.js";
import type { SecureOptions } from "../../lib/platform.js";
import { bound } from "../app/providers.js";
import { SecureLine, type TLSPlaces } from "../app/secure-line.js";

/** Connections after which a cut must be behind the handshake. */
const cutsMaximum = 60;

/** Milliseconds from the constructor to the close. */
const moments = [0, 10, 20, 30, 40, 60, 80, 120, 200];

/** Connects until a cut comes too late to matter, and checks each fault. */
function cuts(port: number | undefined, secure: SecureOptions, text: string): Case["run"] {
	return async (context) => {
		let faults = 0;
		for (;; faults++) {
			const line = new SecureLine(context, port, secure);
			while (line.events.length === 0)
				await context.sleep(20);
			if (line.events[0] === "writable") {
				line.call((socket) => socket.close());
				break;
			}
			context.equal(await line.fails(), text, `cut ${faults}`);
			context.ok(faults < cutsMaximum, "the handshake ends");
		}
		context.ok(faults > 10, `${faults} cuts come before the end of the handshake`);
	};
}

/** Closes in a callback; then nothing else may come. */
function closesIn(port: number | undefined, secure: SecureOptions, event: string): Case["run"] {
	return async (context) => {
		const line = new SecureLine(context, port, secure, {
			onEvent: (self, name) => {
				if (name !== event)
					return;
				self.socket.close();
				self.socket.close();
			}
		});
		await line.until(event);
		const { length } = line.events;
		await context.sleep(100);
		context.equal(line.events.length, length, "calls at the close and after");
	};
}

async function echoes(context: Context, line: SecureLine, size: number): Promise<void> {
	let got = 0;
	const bytes = new Uint8Array(size).fill(120);
	for (let at = 0; at < size;) {
		const part = bytes.subarray(at, at + Math.min(line.writable, size - at));
		if (part.length > 0)
			line.writable = line.call((socket) => socket.write(part)) ?? 0;
		at += part.length;
		await context.sleep(20);
		line.take();
		got = line.received.length;
	}
	for (let tries = 0; got < size && tries < 300; tries++) {
		await context.sleep(20);
		line.take();
		got = line.received.length;
	}
	context.equal(got, size);
}

export function streamCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const secure: SecureOptions = { certificate: authorities[0] };
	return [
		testCase("a peer's close comes behind all data, without an error", async (context) => {
			const line = new SecureLine(context, ports.words, secure, { onEvent: (self, event) => event === "readable" && self.take() });
			context.equal(await line.fails(), "");
			context.equal(line.received, "firstsecond");
			context.equal(line.error, undefined);
		}),
		testCase("reads into a view, then a number of bytes, then what is left", async (context) => {
			const view = new Uint8Array(new ArrayBuffer(6), 2, 2);
			const line = new SecureLine(context, ports.words, secure);
			await line.until("readable");
			context.equal(line.call((socket) => socket.read(view)), 2);
			context.equal(bound().text.decode(view, 0, 2), "fi");
			line.take(2);
			context.equal(line.received, "rs");
			context.ok(thrownBy(() => line.socket.read(2)).startsWith("RangeError"), "more than there is");
			line.take();
			context.equal(line.received, "rst");
			context.equal(line.call((socket) => socket.read()), undefined, "nothing is left");
			line.call((socket) => socket.close());
		}),
		testCase("a stream that TCP ends and TLS does not is told as cut", async (context) => {
			const line = new SecureLine(context, ports.truncated, secure, { onEvent: (self, event) => event === "readable" && self.take() });
			context.equal(await line.fails(), "TLSError: peer closed without ending TLS");
			context.equal(line.received, "firstsecond");
		}),
		testCase("a damaged record is told", async (context) => {
			const line = new SecureLine(context, ports.damaged, secure, { onEvent: (self, event) => event === "readable" && self.take() });
			context.equal(await line.fails(), "TLSError: TLS record is damaged");
			context.equal(line.received, "first");
		}),
		testCase("a damaged record that came while data was unread is told once that is read", async (context) => {
			const line = new SecureLine(context, ports.damaged, secure);
			await line.until("readable");
			await context.sleep(100);
			context.equal(line.events.join(), "writable,readable");
			line.take();
			context.equal(await line.fails(), "TLSError: TLS record is damaged");
			context.equal(line.received, "first");
		}),
		testCase("echoes 40,000 bytes, record by record", async (context) => {
			const line = new SecureLine(context, ports.echo, secure);
			await line.until("writable");
			await echoes(context, line, 40_000);
			line.call((socket) => socket.close());
		}),
		testCase("a write of more than can be written throws, and the connection lives", async (context) => {
			const line = new SecureLine(context, ports.echo, secure);
			await line.until("writable");
			context.ok(thrownBy(() => line.socket.write(new Uint8Array(line.writable + 1))).startsWith("RangeError"), "throws");
			await echoes(context, line, 10);
			line.call((socket) => socket.close());
		}),
		testCase("a handshake that is cut anywhere is told", cuts(ports.cut, secure, "TLSError: peer closed during the TLS handshake")),
		testCase("a handshake that is reset anywhere is told", cuts(ports.reset, secure, "TLSError: peer closed during the TLS handshake")),
		testCase("a handshake that is reset before the client's part of it is told", async (context) => {
			const line = new SecureLine(context, ports["reset-hello"], secure);
			context.equal(await line.fails(), "TLSError: peer closed during the TLS handshake");
			context.equal(line.events.join(), "error");
		}),
		testCase("a handshake that stalls calls nothing, and can be closed", async (context) => {
			for (let tries = 0; tries < 8; tries++) {
				const line = new SecureLine(context, ports.stalled, secure);
				await context.sleep(80);
				line.call((socket) => socket.close());
				await context.sleep(40);
				context.equal(line.events.join(), "");
			}
		}),
		testCase("can be closed at any time, twice, and calls nothing any more", async (context) => {
			for (let at = 0; at < moments.length; at++) {
				const line = new SecureLine(context, ports.words, secure);
				await context.sleep(moments[at]);
				line.call((socket) => socket.close());
				line.call((socket) => socket.close());
				const { length } = line.events;
				await context.sleep(60);
				context.equal(line.events.length, length, `calls after a close at ${moments[at]} milliseconds`);
				context.equal(line.socket.read(), undefined);
			}
		}),
		testCase("can be closed in onWritable, twice", closesIn(ports.words, secure, "writable")),
		testCase("can be closed in onReadable, with data unread", closesIn(ports.words, secure, "readable")),
		testCase("can be closed in onError, twice", closesIn(ports.expired, secure, "error"))
	];
}
