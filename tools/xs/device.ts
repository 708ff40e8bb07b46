import { randomInt } from "node:crypto";
import type { PreferenceValue } from "../../host/preference-file.js";
import { Resolver } from "../../host/resolver.js";
import { timers } from "../../host/timers.js";
import type { Directory } from "../../lib/outbox/storage.js";
import type { TimerHandle } from "../../lib/platform.js";
import {
	BYTES, type CallName, calls, type Does, ERROR, type Event, eventFrame, frame, idOf, jsonOf, NOTHING, NUMBER, payloadOf, valueOf
} from "./protocol.js";
import { remoteFiles } from "./remote-files.js";
import { errorPayload, RemoteSockets } from "./remote-sockets.js";

/** What keeps the preferences of XS. `FilePreferences` is one. */
export interface PreferenceStore {
	get(domain: string, key: string): PreferenceValue | undefined;
	set(domain: string, key: string, value: PreferenceValue): void;
	delete(domain: string, key: string): void;
}

/** Numbers of what XS has open on Node's side. */
export interface Open {
	readonly lookups: number;
	readonly sockets: number;
	readonly timers: number;
}

/** Node's side of the SDK's modules: does what XS asks for, with the project's own sockets, resolver and timers. */
export class Device {
	readonly #emit: (event: Event) => void;
	readonly #sockets: RemoteSockets;
	readonly #calls: Readonly<Partial<Record<CallName, Does<unknown>>>>;
	readonly #lookups = new Map<number, Resolver>();
	readonly #timers = new Map<number, TimerHandle>();
	readonly #closeFiles: () => void;

	/**
	 * @param files where the files of XS are; undefined for nowhere
	 * @param emit gets what is to be told to XS, on a turn of its own
	 */
	constructor(preferences: PreferenceStore, files: Directory | undefined, emit: (event: Event) => void) {
		const { close, ...fileCalls } = remoteFiles(files);
		this.#closeFiles = close;
		this.#emit = emit;
		this.#sockets = new RemoteSockets(emit);
		this.#calls = {
			...fileCalls,
			openSocket: (id, _value, payload) => this.#sockets.open(id, payload),
			readSocket: (id, wanted) => this.#sockets.read(id, wanted),
			writeSocket: (id, _value, payload) => this.#sockets.write(id, payload),
			closeSocket: (id) => this.#sockets.end(id),
			lookUp: (id, _value, payload) => this.#lookUp(id, jsonOf(payload) as string),
			endLookup: (id) => {
				this.#lookups.get(id)?.close();
				this.#lookups.delete(id);
			},
			setTimer: (id, milliseconds) =>
				void this.#timers.set(id, timers.set(() => this.#emit(() => this.#timers.delete(id) ? eventFrame("timer", id) : undefined), milliseconds)),
			clearTimer: (id) => {
				timers.clear(this.#timers.get(id));
				this.#timers.delete(id);
			},
			getPreference: (_id, _value, payload) => {
				const value = preferences.get(...namesOf(payload));
				return value === undefined ? undefined : Buffer.from(JSON.stringify(value));
			},
			setPreference(_id, _value, payload) {
				const [domain, key, value] = jsonOf(payload) as [string, string, string];
				preferences.set(domain, key, value);
			},
			deletePreference: (_id, _value, payload) => preferences.delete(...namesOf(payload)),
			random: () => randomInt(0x100000000)
		};
	}

	/** What can tell XS something: with none of it, XS would wait for ever. */
	get open(): Open {
		return { lookups: this.#lookups.size, sockets: this.#sockets.count, timers: this.#timers.size };
	}

	/** Does what a frame asks for. Returns the answer: a number, bytes or nothing; undefined when the frame is not for the device. */
	answer(bytes: Uint8Array): Uint8Array | undefined {
		const call = this.#calls[calls[bytes[0]]];
		if (call === undefined)
			return undefined;
		try {
			const answer = call(idOf(bytes), valueOf(bytes), payloadOf(bytes));
			if (typeof answer === "number")
				return frame(NUMBER, 0, answer);
			return answer instanceof Uint8Array ? frame(BYTES, 0, 0, answer) : frame(NOTHING);
		}
		catch (error) {
			return frame(ERROR, 0, 0, errorPayload(error as Error));
		}
	}

	close(): void {
		this.#sockets.close();
		this.#closeFiles();
		for (const resolver of this.#lookups.values())
			resolver.close();
		for (const timer of this.#timers.values())
			timers.clear(timer);
		this.#lookups.clear();
		this.#timers.clear();
	}

	#lookUp(id: number, host: string): void {
		const resolver = new Resolver();
		const end = (name: "resolved" | "unresolved", text: string): void => this.#emit(() =>
			this.#lookups.delete(id) ? eventFrame(name, id, 0, Buffer.from(text)) : undefined);
		resolver.resolve({
			host,
			onResolved: (_host, address) => end("resolved", address),
			onError: (error) => end("unresolved", (error as Error).message)
		});
		this.#lookups.set(id, resolver);
	}
}

function namesOf(payload: Uint8Array): readonly [domain: string, key: string] {
	return jsonOf(payload) as [string, string];
}
