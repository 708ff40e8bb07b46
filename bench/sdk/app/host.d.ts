/** What an engine gives the scripts that measure: host.js on the Moddable SDK, xs-host.js on XS from npm. */
interface MeasuringHost {
	/** Fills a buffer with the machine's counters, 32 bits each, in the order of machine-counters.c. Allocates nothing. */
	sample(buffer: ArrayBuffer): void;
	/** Collects all garbage; the peaks start over. */
	collect(): void;
	/** Turns the collector off and on. Off, whatever is allocated stays, so that differences are exact. */
	collecting(on: boolean): void;
	/** Writes a line. */
	print(text: string): void;
	/** Ends the process. */
	exit(status: number): never;
}

declare const host: MeasuringHost;

/** A partition of flash, of 16 blocks of 4,096 bytes. */
declare const flash: Pick<import("records-client/outbox").BlockStorage, "eraseBlock" | "read" | "write">;

/** The run's settings, as JSON. */
declare const settings: string;

declare class TextEncoder {
	encode(text: string): Uint8Array<ArrayBuffer>;
}

interface StringConstructor {
	fromArrayBuffer(buffer: ArrayBuffer, offset?: number, length?: number): string;
}

declare module "pocketbase" {
	interface Collection {
		authWithPassword(identity: string, password: string): Promise<unknown>;
		authRefresh(): Promise<unknown>;
		create(body: object): Promise<{ id: string }>;
		getOne(id: string): Promise<{ id: string }>;
		getList(page: number, perPage: number): Promise<{ items: unknown[] }>;
	}
	export default class PocketBase {
		constructor(url: string);
		autoCancellation(on: boolean): this;
		collection(name: string): Collection;
	}
}

declare module "timer" {
	const Timer: { readonly set: (callback: () => void, milliseconds: number) => object; readonly clear: (timer: object) => void };
	export default Timer;
}
