/** What the host and the scripts on it say to each other. */

/** What one operation cost, on average, and what the heap held; chunks are blocks of bytes, each with a header. */
export interface Figures {
	readonly name: string;
	readonly slots: number;
	readonly bytes: number;
	readonly chunks: number;
	readonly computrons: number;
	readonly keys: number;
	readonly sockets: number;
}

/** The state of the heap after a collection, and its highest since the one before. */
export interface Heap {
	readonly name: string;
	readonly liveSlots: number;
	readonly liveBytes: number;
	readonly liveChunks: number;
	readonly peakSlots: number;
	readonly peakBytes: number;
	readonly keys: number;
	readonly sockets: number;
	readonly stack: number;
	/** Collections since the one before. */
	readonly collections: number;
}

/** What the plans of plan.ts are told. */
export interface Settings {
	readonly url: string;
	readonly password: string;
	/** Which of the plans. */
	readonly plan: "allocations" | "heap" | "growth";
	/** Id of a reading to read. */
	readonly id: string;
}

/** What an app that does nothing but create is told. */
export interface CreatesSettings {
	readonly url: string;
	readonly password: string;
	readonly count: number;
}

/** What the script that measures TLS is told. */
export interface TLSSettings {
	readonly url: string;
	readonly password: string;
	/** Bytes of the CA's certificate, DER. */
	readonly authority: readonly number[];
}

/** What became of the heap of an app that does nothing but create. */
export interface Creates {
	/** Collections after the first create. */
	readonly collections: number;
	readonly keys: number;
	readonly sockets: number;
	/** Deepest stack between the first create and the last, in slots. */
	readonly stack: number;
	/** What is live at the end. */
	readonly slots: number;
	readonly bytes: number;
	readonly chunks: number;
}

/** The engine that was measured on. */
export interface Facts {
	/** Its version. */
	readonly engine: string;
	/** Bytes of a slot. */
	readonly slot: number;
}

/** What objects of one kind hold on the heap. */
export interface Share {
	readonly name: string;
	readonly objects: number;
	readonly slots: number;
	readonly bytes: number;
}

/** A line that a script prints. */
export interface Line {
	readonly facts?: Facts;
	readonly figures?: Figures;
	readonly heap?: Heap;
	readonly creates?: Creates;
	readonly bytecode?: number;
	/** A share of what is live. */
	readonly census?: Share;
	/** A share of what a create allocates. */
	readonly tracked?: Share;
}
