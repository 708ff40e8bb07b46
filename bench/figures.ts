/** What the host and the scripts on it say to each other. */

/** What one operation cost, on average, and what the heap held; chunks are blocks of bytes, each with a header. */
export interface Figures {
	readonly name: string;
	readonly slots: number;
	readonly bytes: number;
	readonly chunks: number;
	readonly computrons: number;
	/** The processor's; 0 where they are not counted. */
	readonly instructions: number;
	readonly keys: number;
	readonly sockets: number;
}

/** The state of the heap after a collection. */
export interface Heap {
	readonly name: string;
	readonly liveSlots: number;
	readonly liveBytes: number;
	readonly liveChunks: number;
	readonly keys: number;
	readonly sockets: number;
}

/** Where the service is, and the password of device-one. */
export interface LoginSettings {
	readonly url: string;
	readonly password: string;
}

/** Where the service is, and a token of device-one. */
export interface TokenSettings {
	readonly url: string;
	readonly token: string;
}

/** What the plans of plan.ts are told. */
export interface Settings extends LoginSettings {
	/** Which of the plans. */
	readonly plan: "allocations" | "growth";
	/** Id of a reading to read. */
	readonly id: string;
	/** Creates of the plan "growth", more than 100; 10,000 where absent. */
	readonly creates?: number;
}

/** What is measured of this library alone. */
export interface OwnSettings extends LoginSettings {
	/** Which part of ours-own.ts. */
	readonly part: "create" | "handle" | "json" | "list" | "long";
}

/** What an app that does nothing but create is told, and one over TLS. */
export interface CreatesSettings extends LoginSettings {
	/** Requests; over TLS with two logins among them. */
	readonly count: number;
}

/** What the soak's script is told. */
export interface SoakSettings extends CreatesSettings {
	/** After the first thousand requests and after each of so many the state is told. */
	readonly every: number;
	/** Whether strangers answer: the client is asked for the time after each request, and has to log in again and again. */
	readonly isAmongStrangers: boolean;
}

/** What the script is told that measures what grows with input. */
export interface GrowthSettings extends TokenSettings {
	/** URL of a service whose answers are made as the script wants them. */
	readonly written: string;
	/** Operations, and how much of their input there is at first. */
	readonly growing: readonly (readonly [name: string, size: number])[];
}

/** What keeps an outbox's readings while it is measured what it holds itself. */
export type OutboxStorage = "flash" | "files" | "RAM";

/** What the script is told that makes an outbox and looks what that holds. */
export interface OutboxLiveSettings extends TokenSettings {
	readonly storage: OutboxStorage;
}

/** What the script is told that puts readings and delivers them. */
export interface OutboxCostSettings extends TokenSettings {
	readonly storage: Exclude<OutboxStorage, "files">;
}

/** What the script is told that keeps live records. */
export interface LiveSettings {
	readonly url: string;
	/** Whether they have an event stream. */
	readonly isStreamed: boolean;
}

/** What the script is told that goes through a list. */
export interface ListSettings {
	readonly url: string;
	/** Records of the list, 0 for creates alone. */
	readonly count: number;
	/** Option of the list. */
	readonly record: number;
	/** Whether the list is gone through once more, with the collector off. */
	readonly isCounted: boolean;
}

/** What the script is told that looks what requests leave on the heap. */
export interface LeftSettings extends TokenSettings {
	/** Id of a reading that may be read and changed. */
	readonly id: string;
}

/** What the script is told that sends or fetches a file. */
export interface FileSettings {
	readonly url: string;
	/** Bytes of the file. */
	readonly bytes: number;
	/** "" for creates alone. */
	readonly way: "up" | "down" | "";
	/** Whether what a second file allocates is counted. */
	readonly counts: boolean;
}

/** What the script is told that wakes, puts a reading, delivers and goes to sleep. */
export interface WakeSettings extends TokenSettings {
	readonly storage: Exclude<OutboxStorage, "RAM">;
	/** Readings from before. */
	readonly pending: number;
}

/** What there is when nothing is under way, after a collection. */
export interface SoakState {
	/** Requests settled before. */
	readonly requests: number;
	readonly slots: number;
	/** Bytes of chunks. */
	readonly bytes: number;
	readonly keys: number;
	/** Connections since the start. */
	readonly connections: number;
	/** The longest that a call has taken since the start, in milliseconds. */
	readonly longest: number;
}

/** What the engine itself has open then. */
export interface Open {
	/** Timers that will be called. */
	readonly timers: number;
	/** Sockets that are not closed. */
	readonly sockets: number;
}

/** A request of the soak that was told not to have succeeded. */
export interface SoakRefusal {
	/** Which request: the first is 1. */
	readonly number: number;
	readonly kind: string;
	readonly status: number;
}

/** What became of an app that does nothing but create. */
export interface Creates {
	/** Connections opened. */
	readonly sockets: number;
}

/** A line that a script prints. */
export interface Line {
	readonly figures?: Figures;
	readonly heap?: Heap;
	readonly creates?: Creates;
	/** The status with which a script on XS from npm ends. */
	readonly exit?: number;
	readonly state?: SoakState;
	readonly open?: Open;
	readonly refusal?: SoakRefusal;
	/** Why something could not be measured. */
	readonly fault?: string;
	/** An answer that was ok and is not what the service has, or one that is not ok and does not say why. */
	readonly lie?: string;
	/** A TLS session that can be resumed, in hexadecimal. */
	readonly session?: string;
}
