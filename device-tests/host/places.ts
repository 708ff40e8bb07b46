import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import type { Service } from "../../service/launcher.js";
import type { TLSPlaces } from "./tls-places.js";

/** What the cases talk to beside the service. */
export interface Served {
	readonly peer: string;
	readonly front: string;
	/** The proxy in front of the service that injects faults. */
	readonly faults: string;
	readonly secure: TLSPlaces["config"];
	/** Of the preloaded app, which runs at the same time: the TLS servers count connections. */
	readonly preloaded: TLSPlaces["config"];
	/** Names of TLS servers that are not installed. */
	readonly missing: readonly string[];
}

export interface ServedPlaces extends Served {
	/** Rejects with an Error when the process ends before `close`; the cases have nobody to talk to then. */
	readonly ended: Promise<never>;
	/** Ends all of it. Resolves with the number of faults that were injected. */
	close(): Promise<number>;
}

/**
 * Starts what the cases talk to, in a process of its own. In that of the run it would not answer while the run makes keys and
 * certificates: seconds of work, which are minutes on a busy machine, longer than any limit of a case.
 * @throws Error when that process ends
 */
export async function startPlaces({ data, port, url }: Pick<Service, "data" | "port" | "url">): Promise<ServedPlaces> {
	const child = fork(join(projectRoot(), "build", "device-tests", "host", "places-process.js"), { execArgv: ["--enable-source-maps"] });
	const ended = once(child, "exit").then(([code, signal]) => {
		throw new Error(`the process that the cases talk to has ended (${String(signal ?? code)})`);
	});
	ended.catch(() => undefined);
	const told = async <T>(): Promise<T> => {
		const [message] = await Promise.race([once(child, "message"), ended]) as [T];
		return message;
	};
	const served = told<Served>();
	child.send({ data, port, url });
	return {
		...await served,
		ended,
		async close() {
			const last = told<{ readonly injected: number }>();
			child.send("close");
			return (await last).injected;
		}
	};
}
