/** The script that makes the worker a device: the SDK's modules, the text functions of XS on devices, the frames' way in. */
import {
	CALL, EVALUATE, idOf, LOAD, ON_ERROR, ON_READABLE, ON_RESOLVED, ON_TIMER, ON_UNRESOLVED, ON_WRITABLE, payloadOf, RANDOM,
	SETTLED, TRACE, valueOf
} from "../protocol.js";
import { call, callText, decoder, describe, errorOf, leaveOut, reportFault, takeIn, takeTold, textOf } from "./bridge.js";
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
		trace: (...values: unknown[]) => void callText(TRACE, 0, 0, values.join(""))
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
Math.random = (): number => valueOf(call(RANDOM)) / 0x100000000;

function load(bytes: Uint8Array): void {
	const content = payloadOf(bytes);
	const split = valueOf(bytes);
	sources.set(decoder.decode(content.subarray(0, split)), decoder.decode(content.subarray(split)));
}

async function settle(id: number, action: () => unknown): Promise<void> {
	try {
		const value = JSON.stringify(await takeIn(action)) as string | undefined;
		callText(SETTLED, id, 1, value ?? "");
	}
	catch (error) {
		callText(SETTLED, id, 0, describe(error));
	}
}

function callExport(text: string): unknown {
	const { specifier, name, parameters } = JSON.parse(text) as { specifier: string; name: string; parameters: unknown[] };
	const exported = device.importNow(specifier)[name];
	if (typeof exported !== "function")
		throw new TypeError(`${specifier} exports no function ${name}`);
	return (exported as (...values: unknown[]) => unknown)(...parameters);
}

function dispatch(bytes: Uint8Array): void {
	const id = idOf(bytes);
	switch (bytes[0]) {
		case ON_READABLE: return readable(id, valueOf(bytes));
		case ON_WRITABLE: return writable(id, valueOf(bytes));
		case ON_ERROR: return failed(id, valueOf(bytes) === 1 ? errorOf(bytes) : undefined);
		case ON_RESOLVED: return resolved(id, textOf(bytes));
		case ON_UNRESOLVED: return unresolved(id, textOf(bytes));
		case ON_TIMER: return onTimer(id);
		case LOAD: return load(bytes);
		case CALL: return void settle(id, () => callExport(textOf(bytes)));
		case EVALUATE: return void settle(id, () => device.evaluate(textOf(bytes)));
		default: throw new Error(`frame of unknown kind ${bytes[0]}`);
	}
}

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
			dispatch(new Uint8Array(command));
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
