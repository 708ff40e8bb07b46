/** What is measured of this library alone: behind reverse proxies, with a new token, with parameters, after a long list. */
import { proxyNames, type ProxyName } from "../tools/proxies/proxied.js";
import { type ProxyFrontOptions, startProxyFront } from "../tools/proxies/front.js";
import { startRealServers } from "../tools/real-servers.js";
import type { Figures, Heap, OwnSettings } from "./figures.js";
import { find } from "./heap.js";
import type { Records } from "../tools/records.js";
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
	/** Answers of several kinds in turn, and long ones, by what answers. */
	readonly turns: readonly Turns[];
}

/** What a device meets whose requests are of several kinds. */
export interface Turns {
	/** What answers. */
	readonly name: string;
	readonly figures: readonly Figures[];
	/** The heap after the first list of 500, and its peak in a later one. */
	readonly heaps: readonly Heap[];
	/** Computrons of a chunk, where chunks can be made smaller. */
	readonly chunk: number | undefined;
}

/** What was measured behind real servers. */
export interface Fronts {
	readonly turns: readonly Turns[];
	/** Names of those that are not installed. */
	readonly missing: readonly string[];
}

interface Measured {
	readonly figures: readonly Figures[];
	readonly heaps: readonly Heap[];
}

/** Bytes of chunks that differ, and about those of a list of 500. */
const LONG_CHUNK = 8192;
const SHORT_CHUNK = 1024;
const LIST_OF_500 = 128_000;

export async function measureOwn(host: Host, records: Records): Promise<Own> {
	const direct = await measureCreate(host, records);
	return {
		creates: [{ ...direct, name: "directly" }, ...await measureBehind(host, records, proxyNames)],
		login: least((await run(host, records, "login")).figures),
		parameters: await measureParameters(host, records),
		list: (await run(host, records, "list")).heaps,
		turns: await measureTurns(host, records)
	};
}

/** Answers of several kinds in turn, and long ones, directly and behind some proxies. */
export async function measureTurns(host: Host, records: Records): Promise<Turns[]> {
	const found = [{ name: "directly", ...await measureKinds(host, records), chunk: undefined } as Turns];
	const port = Number(new URL(records.url).port);
	for (const proxy of ["haproxy", "nginx", "cloudflare"] as const) {
		const measured = await withFront(port, proxy, {}, records, (behind) => measureKinds(host, behind));
		const limited = await withFront(port, proxy, { limits: ({ body }) => body.includes("limited") }, records, (behind) => run(host, behind, "limited"));
		const inChunks = (chunk: number): Promise<Measured> => withFront(port, proxy, { chunk }, records, (behind) => run(host, behind, "long"));
		const [long, short] = [await inChunks(LONG_CHUNK), await inChunks(SHORT_CHUNK)];
		const chunks = LIST_OF_500 / SHORT_CHUNK - LIST_OF_500 / LONG_CHUNK;
		const listOf = (figures: readonly Figures[]): number => find(figures, "list of 500").computrons;
		found.push({
			name: `behind ${proxy}`, figures: [...measured.figures, ...limited.figures], heaps: measured.heaps,
			chunk: (listOf(short.figures) - listOf(long.figures)) / chunks
		});
	}
	return found;
}

/**
 * The same behind the servers that people run before the service, where they are installed: nginx, HAProxy, Caddy and Apache. Each
 * also with what a create costs behind it. Their answers come in pieces as the machine's load has it.
 */
export async function measureFronts(host: Host, records: Records): Promise<Fronts> {
	const servers = await startRealServers(Number(new URL(records.url).port));
	try {
		const turns: Turns[] = [];
		for (const [name, port] of Object.entries(servers.ports)) {
			const behind = { ...records, url: `http://127.0.0.1:${port}` };
			const create = await measureCreate(host, behind);
			const { figures, heaps } = await measureKinds(host, behind);
			turns.push({ name: `behind ${name} ${servers.versions[name]}`, figures: [create, ...figures], heaps, chunk: undefined });
		}
		return { turns, missing: servers.missing };
	}
	finally {
		await servers.close();
	}
}

async function measureKinds(host: Host, records: Records): Promise<Measured> {
	const turns = await run(host, records, "turns");
	const long = await run(host, records, "long");
	return { figures: [...turns.figures, ...long.figures], heaps: long.heaps };
}

async function withFront<Result>(port: number, proxy: ProxyName, options: ProxyFrontOptions, records: Records, measure: (behind: Records) => Promise<Result>): Promise<Result> {
	const front = await startProxyFront(port, proxy, options);
	try {
		return await measure({ ...records, url: front.url });
	}
	finally {
		front.close();
	}
}

/** A create through a handle that is kept, and through one made for it. */
export async function measureHandle(host: Host, records: Records): Promise<readonly Figures[]> {
	return (await run(host, records, "handle")).figures;
}

/** Lists, and the objects that `json()` makes of them. */
export async function measureJSON(host: Host, records: Records): Promise<readonly Figures[]> {
	return (await run(host, records, "json")).figures;
}

/** A create behind each of these proxies. */
export async function measureBehind(host: Host, records: Records, proxies: readonly ProxyName[]): Promise<Figures[]> {
	const found: Figures[] = [];
	for (const proxy of proxies)
		found.push({ ...await withFront(Number(new URL(records.url).port), proxy, {}, records, (behind) => measureCreate(host, behind)), name: `behind ${proxy}` });
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

async function run(host: Host, { url, password }: Records, part: OwnSettings["part"]): Promise<Measured> {
	const given: OwnSettings = { url, password, part };
	const lines = await host.run("ours-own", { settings: JSON.stringify(given) });
	if (lines === undefined)
		throw new Error(`ran out of memory: ${part}`);
	return { figures: lines.flatMap(({ figures }) => figures ?? []), heaps: lines.flatMap(({ heap }) => heap ?? []) };
}
