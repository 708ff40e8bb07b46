import type { RecordsClient } from "../../lib/client.js";
import type { RecordsClientOptions } from "../../lib/client-options.js";
import type { Preferences, Transport } from "../../lib/platform.js";

/** What a shared case gets. It uses nothing else of the machine, so that it runs on any engine the library runs on. */
export interface Context {
	/** Base URL of the real records service. */
	readonly service: string;
	/** Base URL of the scripted peer; a script's name follows as path prefix. For faults: of the proxy in front of the service. */
	readonly peer: string;
	/** For faults: each how-manieth byte meets one, besides those about the edges; each fault has a number of its own where absent. */
	readonly step?: number;
	/** For faults: the only byte that meets one. */
	readonly at?: number;
	/** Base URL of the front of the real service; a run's name follows as path prefix. */
	readonly front: string;
	/** Preferences in RAM, empty at the start of each case. */
	readonly preferences: Preferences;
	/** The platform's TCP and resolver, for cases that put something in between. */
	readonly http: Transport;
	/** Bytes of a body of which no socket takes all at once; 8,000,000 where absent. */
	readonly large?: number;
	/** Address at which nobody answers, where 127.0.0.1 and 127.0.0.2 are not the peer's machine. */
	readonly unanswered?: string;
	/** Makes a client, closed when the case ends. Without `preferences` the token stays in RAM. */
	client(options: RecordsClientOptions): RecordsClient;
	/** Resolves after some milliseconds. */
	sleep(milliseconds: number): Promise<void>;
	/** Fails the case unless the values are the same (Object.is). */
	equal(actual: unknown, expected: unknown, what?: string): void;
	/** Fails the case unless the value is true. */
	ok(value: boolean, what: string): void;
}

/** One behaviour, named for it. */
export interface Case {
	readonly name: string;
	run(context: Context): Promise<void> | void;
}

/** What a case does with the scene that was set for it. */
type Play<Scene> = (scene: Scene, context: Context) => Promise<void> | void;

export function testCase(name: string, run: Case["run"]): Case;
/** @param setScene makes what the case begins with: clients and peers, which end with the case as its clients do */
export function testCase<Scene>(name: string, setScene: (context: Context) => Promise<Scene> | Scene, play: Play<Scene>): Case;
export function testCase(name: string, run: (context: Context) => unknown, play?: Play<unknown>): Case {
	return { name, run: play === undefined ? run as Case["run"] : async (context) => play(await run(context), context) };
}
