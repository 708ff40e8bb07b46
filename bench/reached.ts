/** What measurements come to. */
import { type Allocated, deviceBytes } from "./device.js";
import type { Figures, Heap } from "./figures.js";
import type { Reached } from "./goals.js";
import type { Measured } from "./measure.js";
import type { Own, Turns } from "./own.js";
import type { Host } from "./runner.js";

/** What one client reached of the goals. */
export function reachedBy(host: Host, { allocations, thousands, least }: Measured): Reached {
	const create = find(allocations, "create");
	return {
		bytes: deviceBytes(host, create), computrons: create.computrons, getOne: find(allocations, "getOne").computrons,
		list30: find(allocations, "list of 30").computrons, list500: find(allocations, "list of 500").computrons,
		least: least.total, sockets: thousands.find((creates) => creates !== undefined)?.sockets
	};
}

/** What was measured of this library alone. */
export function reachedAlone(host: Host, { creates, list, login, parameters, turns }: Own): Reached {
	const [direct, nginx, cdn, haproxy] = ["directly", "behind nginx", "behind cloudflare", "behind haproxy"].map((name) => find(turns, name));
	const of = ({ figures }: Turns, name: string): Figures => find(figures, name);
	const createAfterList = "create after a list of 30", listAfterCreate = "list of 30 after a create";
	const heapAfter = (name: string): number => deviceBytes(host, live(find(list, name)));
	return {
		nginx: find(creates, "behind nginx").computrons, cdn: find(creates, "behind cloudflare").computrons, login: login.computrons, parameters,
		list30Nginx: of(nginx, "list of 30").computrons, list500Nginx: of(nginx, "list of 500").computrons, list500HAProxy: of(haproxy, "list of 500").computrons,
		firstList500: of(nginx, "first list of 500").computrons, chunk: nginx.chunk, left: heapAfter("a list of 500") - heapAfter("100 creates"),
		createAfterList: of(direct, createAfterList).computrons, createAfterListNginx: of(nginx, createAfterList).computrons,
		createAfterListCDN: of(cdn, createAfterList).computrons, createAfterListBytes: deviceBytes(host, of(direct, createAfterList)),
		listAfterCreate: of(direct, listAfterCreate).computrons, listAfterCreateNginx: of(nginx, listAfterCreate).computrons,
		listAfterCreateCDN: of(cdn, listAfterCreate).computrons,
		createAfter400: of(direct, "create after a 400").computrons, createAfter429: of(nginx, "create after a 429").computrons
	};
}

/** @param growth the heap after 100 creates and after 10,000 */
export function grown(host: Host, [early, late]: readonly Heap[]): Reached {
	return { growth: deviceBytes(host, live(late)) - deviceBytes(host, live(early)), keys: late.keys - early.keys };
}

export function live({ liveSlots, liveBytes, liveChunks }: Heap): Allocated {
	return { slots: liveSlots, bytes: liveBytes, chunks: liveChunks };
}

/** The number of chunks at a peak is not counted; that of the live ones is the least that it can be. */
export function peak({ peakSlots, peakBytes, liveChunks }: Heap): Allocated {
	return { slots: peakSlots, bytes: peakBytes, chunks: liveChunks };
}

export function find<T extends { readonly name: string }>(items: readonly T[], name: string): T {
	const item = items.find((candidate) => candidate.name === name);
	if (item === undefined)
		throw new Error(`nothing was measured for ${name}`);
	return item;
}
