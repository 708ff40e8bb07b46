/** What is measured of this library alone: behind reverse proxies, through handles, with objects, after a long list. */
import { proxyNames, type ProxyName } from "../tools/proxies/proxied.js";
import { startProxied } from "../tools/proxies/proxied-service.js";
import type { Records } from "../tools/records.js";
import type { Figures, Heap, OwnSettings } from "./figures.js";
import { find } from "./heap.js";
import type { Host } from "./runner.js";

export interface Own {
	/** A create, and a list of 500, where the service answers directly and behind each proxy. */
	readonly creates: readonly Figures[];
	readonly lists: readonly Figures[];
	/** The live heap after 100 creates, after a list of 500, and after ten creates more. */
	readonly list: readonly Heap[];
}

interface Measured {
	readonly figures: readonly Figures[];
	readonly heaps: readonly Heap[];
}

export async function measureOwn(host: Host, records: Records): Promise<Own> {
	return {
		creates: [await measure(host, records, "create", "directly"), ...await measureBehind(host, records, "create", proxyNames)],
		lists: [await measure(host, records, "list of 500", "directly"), ...await measureBehind(host, records, "list of 500", ["haproxy", "nginx", "apache"])],
		list: (await run(host, records, "list")).heaps
	};
}

/** A create through a handle that is kept, and through one made for it. */
export async function measureHandle(host: Host, records: Records): Promise<readonly Figures[]> {
	return (await run(host, records, "handle")).figures;
}

/** Lists, and the objects that `json()` makes of them. */
export async function measureJSON(host: Host, records: Records): Promise<readonly Figures[]> {
	return (await run(host, records, "json")).figures;
}

/** A request behind each of these proxies. */
export async function measureBehind(host: Host, records: Records, what: "create" | "list of 500", proxies: readonly ProxyName[]): Promise<Figures[]> {
	const found: Figures[] = [];
	for (const proxy of proxies) {
		const proxied = await startProxied(Number(new URL(records.url).port), proxy);
		try {
			found.push(await measure(host, { ...records, url: proxied.url }, what, `behind ${proxy}`));
		}
		finally {
			proxied.close();
		}
	}
	return found;
}

async function measure(host: Host, records: Records, what: "create" | "list of 500", name: string): Promise<Figures> {
	return { ...find((await run(host, records, what === "create" ? "create" : "long")).figures, what), name };
}

async function run(host: Host, { url, password }: Records, part: OwnSettings["part"]): Promise<Measured> {
	const given: OwnSettings = { url, password, part };
	const lines = await host.run("ours-own", { settings: JSON.stringify(given) });
	if (lines === undefined)
		throw new Error(`ran out of memory: ${part}`);
	return { figures: lines.flatMap(({ figures }) => figures ?? []), heaps: lines.flatMap(({ heap }) => heap ?? []) };
}
