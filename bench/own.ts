/** What is measured of this library alone: behind reverse proxies, with a new token, with parameters, after a long list. */
import { proxyNames, type ProxyName } from "../host-tests/contract/wire/proxied.js";
import { startProxyFront } from "../host-tests/support/proxies/front.js";
import type { Figures, Heap, OwnSettings } from "./figures.js";
import { find } from "./reached.js";
import type { Records } from "./records.js";
import type { Host } from "./runner.js";

export interface Own {
	/** A create, where the service answers directly and behind each proxy. */
	readonly creates: readonly Figures[];
	/** A login with a token that is not the one before. */
	readonly login: Figures;
	/** Computrons of six parameters of a list. */
	readonly parameters: number;
	/** The live heap after 100 creates, after a list of 500, and after ten creates more. */
	readonly list: readonly Heap[];
}

export async function measureOwn(host: Host, records: Records): Promise<Own> {
	const direct = await measureCreate(host, records);
	return {
		creates: [{ ...direct, name: "directly" }, ...await measureBehind(host, records, proxyNames)],
		login: least((await run(host, records, "login")).figures),
		parameters: await measureParameters(host, records),
		list: (await run(host, records, "list")).heaps
	};
}

/** A create behind each of these proxies. */
export async function measureBehind(host: Host, records: Records, proxies: readonly ProxyName[]): Promise<Figures[]> {
	const found: Figures[] = [];
	for (const proxy of proxies) {
		const front = await startProxyFront(Number(new URL(records.url).port), proxy);
		try {
			found.push({ ...await measureCreate(host, { ...records, url: front.url }), name: `behind ${proxy}` });
		}
		finally {
			front.close();
		}
	}
	return found;
}

async function measureCreate(host: Host, records: Records): Promise<Figures> {
	return find((await run(host, records, "create")).figures, "create");
}

async function measureParameters(host: Host, records: Records): Promise<number> {
	const { figures } = await run(host, records, "parameters");
	return find(figures, "with parameters").computrons - find(figures, "without parameters").computrons;
}

/** An answer is dearer the more pieces it comes in, which the machine's load decides. */
function least(figures: readonly Figures[]): Figures {
	return figures.reduce((one, other) => other.computrons < one.computrons ? other : one);
}

async function run(host: Host, { url, password }: Records, part: OwnSettings["part"]): Promise<{ figures: Figures[]; heaps: Heap[] }> {
	const given: OwnSettings = { url, password, part };
	const lines = await host.run("ours-own", { settings: JSON.stringify(given) });
	if (lines === undefined)
		throw new Error(`ran out of memory: ${part}`);
	return { figures: lines.flatMap(({ figures }) => figures ?? []), heaps: lines.flatMap(({ heap }) => heap ?? []) };
}
