/** The entry for devices and the simulator: binds the modules of the Moddable SDK. */
import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import Resolver from "embedded:network/dns/resolver/udp";
import Net from "net";
import Preference from "preference";
import TextEncoder from "text/encoder";
import Timer from "timer";
import { RecordsClient as Client } from "./client.js";
import { HTTPClient } from "./http/client.js";
import type { RecordsClientOptions } from "./options.js";
import type { HTTPProvider, Platform, Text, TimerHandle, Timers } from "./platform.js";

export * from "./index.js";

/** Public resolvers, for a network that names none of its own. */
const DNS_SERVERS = Object.freeze(["1.1.1.1", "8.8.8.8"]);

const SURROGATE_LEAD = 0xed;

class XSText implements Text {
	readonly #encoder = new TextEncoder();

	// The SDK's encoder makes three bytes of a lone surrogate, ED A0 80 to ED BF BF, which are not UTF-8. ED begins
	// Hangul as well; only texts with that byte are looked at twice.

	encode(text: string): Uint8Array {
		const bytes = this.#encoder.encode(text);
		return bytes.includes(SURROGATE_LEAD) ? this.#encoder.encode(text.toWellFormed()) : bytes;
	}

	encodeInto(text: string, target: Uint8Array): number {
		const { written } = this.#encoder.encodeInto(text, target);
		// Backwards from the last byte written: forwards, the search would go through the rest of the buffer.
		if (written === 0 || target.lastIndexOf(SURROGATE_LEAD, written - 1) < 0)
			return written;
		return this.#encoder.encodeInto(text.toWellFormed(), target).written;
	}

	decode(bytes: Uint8Array, offset: number, length: number): string | undefined {
		try {
			return String.fromArrayBuffer(bytes.buffer, bytes.byteOffset + offset, length);
		}
		catch {
			return undefined;
		}
	}
}

const timers: Timers = Object.freeze({
	set: (callback: () => void, milliseconds = 0): TimerHandle => Timer.set(callback, milliseconds),
	clear: (timer: TimerHandle | undefined): void => Timer.clear(timer as Timer | undefined)
});

function platform(): Platform {
	const servers = Net.get("DNS") as readonly string[] | undefined;
	const http = {
		io: HTTPClient,
		dns: { io: Resolver, servers: servers?.length ? servers : DNS_SERVERS, socket: { io: UDP } },
		socket: { io: TCP }
	};
	return { network: { http: http as unknown as HTTPProvider }, timers, preferences: Preference, text: new XSText() };
}

/** The client with Moddable's TCP, resolver, timers, preferences and text encoder. See the README for its options. */
export class RecordsClient extends Client {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: RecordsClientOptions) {
		super(platform(), options);
	}
}
