/** The measuring host: compiled on demand, once for each change of its sources. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { prepareXS } from "../host-tests/xs/install.js";
import { lock } from "../host-tests/xs/lock.js";
import { run } from "../host-tests/xs/run.js";
import { projectRoot } from "../service/project.js";

export const installed = join(projectRoot(), "host-tests", "xs", "node_modules");

/** A host that can be run. */
export interface Host {
	readonly path: string;
	/** Bytes of a pointer; a slot has four. 4 as on a microcontroller, or 8. */
	readonly pointer: 4 | 8;
}

export type Prepared = { readonly host: Host } | { readonly host: undefined; readonly why: string };

/**
 * Sees to it that the host is there.
 * @param pointer bytes of a pointer: 8, or 4 for the slots of a microcontroller, where the compiler can make such programs
 * @param checked whether the engine notices when its stack is full; that costs computrons, so others are measured without
 * @returns the host, or in plain words why there is none
 */
export async function prepareHost(pointer: 4 | 8, checked = false): Promise<Prepared> {
	const readiness = await prepareXS();
	if (!readiness.ready)
		return { host: undefined, why: readiness.why };
	const out = join(projectRoot(), "build", `bench-host-${pointer * 8}${checked ? "-checked" : ""}`);
	const flags = `${pointer === 4 ? "-m32" : ""} ${checked ? "-DmxBoundsCheck=1" : ""}`;
	const parameters = [`XS=${join(installed, "@agoric", "xsnap", "moddable")}`, `OUT=${out}`, `FLAGS=${flags}`];
	const unlock = await lock(`${out}.lock`);
	try {
		await run("make", ["-s", "-j", String(availableParallelism()), ...parameters], join(projectRoot(), "bench", "host"));
	}
	catch (error) {
		return { host: undefined, why: (error as Error).message };
	}
	finally {
		await unlock();
	}
	return { host: { path: join(out, "host"), pointer } };
}
