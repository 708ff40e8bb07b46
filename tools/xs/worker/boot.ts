/** The script that makes the worker a device: the SDK's modules, the text functions of XS on devices, the frames' way in. */
import { decoder, type Does, type EventName, events, idOf, payloadOf, valueOf } from "../protocol.js";
import { call, callText, describe, errorOf, leaveOut, reportFault, takeIn, takeTold } from "./bridge.js";
import { files } from "./files.js";
import { Preference } from "./preference.js";
import { Resolver, resolved, unresolved } from "./resolver.js";
import { failed, opened, readable, TCP, writable } from "./tcp.js";
import { onTimer, Timer } from "./timer.js";
import { securedTransport, TLSSocket } from "./tls.js";
import { datagrams, UDP } from "./udp.js";

const sources = new Map<string, string>();

const sdk = {
	"embedded:io/socket/tcp": TCP,
	"embedded:io/socket/udp": UDP,
	"embedded:network/dns/resolver/udp": Resolver,
	"embedded:storage/files": files,
	"instrumentation": { map: () => undefined, get: () => undefined },
	"net": { get: (name: string) => name === "DNS" ? datagrams.servers : undefined },
	"preference": Preference,
	"sntp": class {
		close(): void {
			// The machine sets its own clock: nobody is asked.
		}
	},
	"text/encoder": TextEncoder,
	"time": { get ticks() { return Date.now() | 0; }, set: () => {} },
	"timer": Timer
};

/** The library's functions in C (lib/moddable/json-scan.c). */
const natives = { records_client_json_levels, records_client_json_values };

/** The worker's counters, beside turns and slots. */
const meter = {
	collect(): void {
		gc();
		currentMeterLimit(0);
	},
	sample: (buffer: ArrayBuffer): void => currentMeterLimit(buffer, opened()),
	/** Compiles a module's source and does not run it. */
	compile: (source: string): object => new ModuleSource(source)
};

const device = new Compartment({
	globals: {
		/** What hosts of the SDK bind, as far as cases need it. The SDK's own TLS is not there: over TLS, a client is given this network. */
		device: { datagrams, meter, network: { http: { dns: { io: Resolver }, socket: { io: TCP } }, https: { dns: { io: Resolver }, socket: { io: TLSSocket } } } },
		gc,
		/** What the SDK's compiler makes functions in C of. */
		native: (name: keyof typeof natives) => natives[name],
		trace: (...values: unknown[]) => void callText("trace", values.join(""))
	},
	modules: {
		...Object.fromEntries(Object.entries(sdk).map(([specifier, value]) => [specifier, { namespace: { default: value } }])),
		// There is no TLS of the SDK's here: `network.https` is handed in.
		"records-client/tls": { namespace: { securedTransport, TLSSocket } }
	},
	resolveHook: (specifier) => specifier,
	loadNowHook(specifier) {
		const source = sources.get(specifier);
		if (source === undefined)
			throw new Error(`module not found: ${specifier}`);
		return { source: new ModuleSource(source) };
	}
});

/** On devices a part of XS. */
String.fromArrayBuffer = (buffer: ArrayBufferLike, offset = 0, length = buffer.byteLength - offset): string => {
	currentMeterLimit(1);
	try {
		return decoder.decode(new Uint8Array(buffer, offset, length));
	}
	finally {
		currentMeterLimit(-2);
	}
};

/** XS 17, which the SDK has, brings it. */
Uint8Array.fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	const digits = Array.from(text, (digit) => alphabet.indexOf(digit));
	if (digits.includes(-1) || digits.length % 4 === 1)
		throw new SyntaxError("no base64url");
	return Uint8Array.from({ length: digits.length * 3 >> 2 }, (_, at) => {
		const first = Math.floor(at * 4 / 3);
		const bits = digits[first] << 6 | (digits[first + 1] ?? 0);
		return bits >> 4 - at % 3 * 2 & 255;
	});
};

leaveOut(Uint8Array, "fromBase64");

/** Here XS's own begins with the same numbers in each process. */
Math.random = (): number => valueOf(call("random")) / 0x100000000;

leaveOut(Math, "random");

async function settle(id: number, action: () => unknown): Promise<void> {
	try {
		const value = JSON.stringify(await takeIn(action)) as string | undefined;
		callText("settle", value ?? "", id, 1);
	}
	catch (error) {
		callText("settle", describe(error), id);
	}
}

function callExport(text: string): unknown {
	const { specifier, name, parameters } = JSON.parse(text) as { specifier: string; name: string; parameters: unknown[] };
	const exported = device.importNow(specifier)[name];
	if (typeof exported !== "function")
		throw new TypeError(`${specifier} exports no function ${name}`);
	return (exported as (...values: unknown[]) => unknown)(...parameters);
}

const handlers: Readonly<Record<EventName, Does<unknown>>> = {
	readable,
	writable,
	failed: (id, _value, payload) => failed(id, payload.length === 0 ? undefined : errorOf(payload)),
	resolved: (id, _value, payload) => resolved(id, decoder.decode(payload)),
	unresolved: (id, _value, payload) => unresolved(id, decoder.decode(payload)),
	timer: onTimer,
	/** The value is the number of bytes of the specifier, which the source follows. */
	load: (_id, split, payload) => sources.set(decoder.decode(payload.subarray(0, split)), decoder.decode(payload.subarray(split))),
	call: (id, _value, payload) => void settle(id, () => callExport(decoder.decode(payload))),
	evaluate: (id, _value, payload) => void settle(id, () => device.evaluate(decoder.decode(payload)))
};

/** What a turn comes to: the worker asks for the result when no promise job is left. */
const report = {
	get result(): ArrayBuffer {
		return takeTold();
	}
};

Object.assign(globalThis, {
	handleCommand(command: ArrayBuffer): object {
		currentMeterLimit(1);
		try {
			const bytes = new Uint8Array(command);
			handlers[events[bytes[0]]](idOf(bytes), valueOf(bytes), payloadOf(bytes));
		}
		catch (error) {
			reportFault("unhandled exception", error);
		}
		currentMeterLimit(-1);
		return report;
	},
	/** XS calls it at the end of a turn for each promise whose rejection nobody handles. */
	console: {
		error: (_what: unknown, error: unknown) => reportFault("unhandled rejection", error)
	}
});
