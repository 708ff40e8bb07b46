import { randomInt } from "node:crypto";
import type { PreferenceValue } from "../../host/preference-file.js";
import { Resolver } from "../../host/resolver.js";
import { timers } from "../../host/timers.js";
import type { Directory } from "../../lib/outbox/storage.js";
import type { TimerHandle } from "../../lib/platform.js";
import {
	AS_BYTES, AS_JSON, AS_TEXT, BYTES, ERROR, type Event, FILE_CLOSE, FILE_FLUSH, FILE_OPEN, FILE_READ, FILE_SIZE, FILE_STATUS, FILE_WRITE, frame, idOf, LOOKUP,
	LOOKUP_END, NOTHING, NUMBER, ON_RESOLVED, ON_TIMER, ON_UNRESOLVED, payloadOf, PREFERENCE_DELETE, PREFERENCE_GET, PREFERENCE_SET,
	RANDOM, SOCKET_CLOSE, SOCKET_OPEN, SOCKET_READ, SOCKET_WRITE, TIMER_CLEAR, TIMER_SET, valueOf
} from "./protocol.js";
import { type FileRequest, RemoteFiles } from "./remote-files.js";
import { errorPayload, type RemoteOptions, RemoteSockets } from "./remote-sockets.js";

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
	readonly #preferences: PreferenceStore;
	readonly #emit: (event: Event) => void;
	readonly #sockets: RemoteSockets;
	readonly #files: RemoteFiles;
	readonly #lookups = new Map<number, Resolver>();
	readonly #timers = new Map<number, TimerHandle>();

	/**
	 * @param files where the files of XS are; undefined for nowhere
	 * @param emit gets what is to be told to XS, on a turn of its own
	 */
	constructor(preferences: PreferenceStore, files: Directory | undefined, emit: (event: Event) => void) {
		this.#preferences = preferences;
		this.#files = new RemoteFiles(files);
		this.#emit = emit;
		this.#sockets = new RemoteSockets(emit);
	}

	/** What can tell XS something: with none of it, XS would wait for ever. */
	get open(): Open {
		return { lookups: this.#lookups.size, sockets: this.#sockets.count, timers: this.#timers.size };
	}

	/** Does what a frame asks for. Returns the answer; undefined when the frame is not for the device. */
	answer(bytes: Uint8Array): Uint8Array | undefined {
		try {
			return this.#answer(bytes);
		}
		catch (error) {
			return frame(ERROR, 0, 0, errorPayload(error as Error));
		}
	}

	close(): void {
		this.#sockets.close();
		this.#files.close();
		for (const resolver of this.#lookups.values())
			resolver.close();
		for (const timer of this.#timers.values())
			timers.clear(timer);
		this.#lookups.clear();
		this.#timers.clear();
	}

	#answer(bytes: Uint8Array): Uint8Array | undefined {
		const id = idOf(bytes);
		const value = valueOf(bytes);
		const payload = payloadOf(bytes);
		switch (bytes[0]) {
			case SOCKET_OPEN: return this.#sockets.open(id, jsonOf(payload) as RemoteOptions);
			case SOCKET_READ: return this.#sockets.read(id, value);
			case SOCKET_WRITE: return this.#sockets.write(id, payload);
			case SOCKET_CLOSE: return this.#sockets.end(id);
			case LOOKUP: return this.#lookUp(id, jsonOf(payload) as string);
			case LOOKUP_END: return this.#endLookup(id);
			case TIMER_SET: return this.#setTimer(id, value);
			case TIMER_CLEAR: return this.#clearTimer(id);
			case PREFERENCE_GET: return this.#getPreference(...namesOf(payload));
			case PREFERENCE_SET: return this.#setPreference(...namesOf(payload.subarray(0, id)), value, payload.subarray(id));
			case PREFERENCE_DELETE: return this.#deletePreference(...namesOf(payload));
			case FILE_OPEN: return this.#files.open(id, jsonOf(payload) as FileRequest);
			case FILE_READ: return this.#files.read(id, value, jsonOf(payload) as number);
			case FILE_WRITE: return this.#files.write(id, value, payload);
			case FILE_SIZE: return this.#files.setSize(id, value);
			case FILE_FLUSH: return this.#files.flush(id);
			case FILE_CLOSE: return this.#files.end(id);
			case FILE_STATUS: return this.#files.status(jsonOf(payload) as string);
			case RANDOM: return frame(NUMBER, 0, randomInt(0x100000000));
			default: return undefined;
		}
	}

	#lookUp(id: number, host: string): Uint8Array {
		const resolver = new Resolver();
		const end = (kind: number, text: string): void => this.#emit(() =>
			this.#lookups.delete(id) ? frame(kind, id, 0, Buffer.from(text)) : undefined);
		resolver.resolve({
			host,
			onResolved: (_host, address) => end(ON_RESOLVED, address),
			onError: (error) => end(ON_UNRESOLVED, (error as Error).message)
		});
		this.#lookups.set(id, resolver);
		return frame(NOTHING);
	}

	#endLookup(id: number): Uint8Array {
		this.#lookups.get(id)?.close();
		this.#lookups.delete(id);
		return frame(NOTHING);
	}

	#setTimer(id: number, milliseconds: number): Uint8Array {
		const timer = timers.set(() => this.#emit(() => this.#timers.delete(id) ? frame(ON_TIMER, id) : undefined), milliseconds);
		this.#timers.set(id, timer);
		return frame(NOTHING);
	}

	#clearTimer(id: number): Uint8Array {
		timers.clear(this.#timers.get(id));
		this.#timers.delete(id);
		return frame(NOTHING);
	}

	#getPreference(domain: string, key: string): Uint8Array {
		const value = this.#preferences.get(domain, key);
		if (value === undefined)
			return frame(NOTHING);
		if (typeof value === "string")
			return frame(BYTES, 0, AS_TEXT, Buffer.from(value));
		if (value instanceof ArrayBuffer)
			return frame(BYTES, 0, AS_BYTES, new Uint8Array(value));
		return frame(BYTES, 0, AS_JSON, Buffer.from(JSON.stringify(value)));
	}

	#setPreference(domain: string, key: string, type: number, content: Uint8Array): Uint8Array {
		if (type === AS_BYTES)
			this.#preferences.set(domain, key, new Uint8Array(content).buffer);
		else
			this.#preferences.set(domain, key, type === AS_TEXT ? textOf(content) : jsonOf(content) as PreferenceValue);
		return frame(NOTHING);
	}

	#deletePreference(domain: string, key: string): Uint8Array {
		this.#preferences.delete(domain, key);
		return frame(NOTHING);
	}
}

/** Bytes as text. */
export function textOf(bytes: Uint8Array): string {
	return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function jsonOf(bytes: Uint8Array): unknown {
	return JSON.parse(textOf(bytes));
}

function namesOf(bytes: Uint8Array): readonly [domain: string, key: string] {
	return jsonOf(bytes) as [string, string];
}
