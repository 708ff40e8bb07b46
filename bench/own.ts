/** What is measured of this library alone: behind reverse proxies, through handles, with objects, after a long list. */
import { proxyNames, type ProxyName } from "../tools/proxies/proxied.js";
import { startProxied } from "../tools/proxies/proxied-service.js";
import type { Records } from "../tools/records.js";
import { deviceBytes } from "./device.js";
import type { Figures, OwnSettings } from "./figures.js";
import { find, live } from "./heap.js";
import { costsOf, type Rows } from "./rows.js";
import { type Host, runScript, type Told } from "./runner.js";

/** Proxies before a list of 500, by the names of docs/memory.md. */
const beforeLists: Readonly<Record<string, ProxyName>> = { "behind HAProxy": "haproxy", "behind nginx": "nginx", "behind Apache": "apache" };

/** A create directly and behind each proxy, a list of 500, and what is more live after one than before, and after ten creates more. */
export async function measureOwn(host: Host, records: Records): Promise<Rows> {
	const creates = [await measure(host, records, "create", "directly"), ...await measureBehind(host, records, "create", proxyNames)];
	const lists: Record<string, number> = { directly: (await measure(host, records, "list of 500", "directly")).computrons };
	for (const [name, proxy] of Object.entries(beforeLists))
		lists[name] = (await measureBehind(host, records, "list of 500", [proxy]))[0].computrons;
	const [before, ...after] = (await run(host, records, "list")).heaps.map((heap) => ({ name: heap.name, bytes: deviceBytes(host, live(heap)) }));
	return {
		...Object.fromEntries(creates.map((figures) => [`create ${figures.name}`, costsOf(host, figures)])),
		"computrons of a list of 500": lists,
		...Object.fromEntries(after.map(({ bytes, name }) => [`live after ${name} more`, { bytes: bytes - before.bytes }]))
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

function run(host: Host, { url, password }: Records, part: OwnSettings["part"]): Promise<Told> {
	const given: OwnSettings = { url, password, part };
	return runScript(host, "ours-own", given);
}
