/** Tables of what is measured of this library alone. */
import { deviceBytes } from "./device.js";
import { type Measured, heapSizes } from "./measure.js";
import type { Own } from "./own.js";
import { live } from "./reached.js";
import type { Host } from "./runner.js";
import { count, row } from "./table.js";

/** A create behind each proxy, and what a long list leaves. */
export function ownReport(host: Host, { creates, login, parameters, list }: Own): string[] {
	const [first] = list;
	return [
		"### Behind reverse proxies\n",
		"A create over a kept connection, behind a front that gives PocketBase's answers the heads of each (`host-tests/support/proxies/heads.ts`). "
		+ "`cloudflare-chunked` is Cloudflare before an origin that compresses.\n",
		row(["", "bytes", "computrons"]), row(["---", "---:", "---:"]),
		...creates.map((figures) => row([figures.name, count(deviceBytes(host, figures)), count(figures.computrons)])), "",
		`A login whose token is not the one before takes ${count(deviceBytes(host, login))} bytes and ${count(login.computrons)} computrons; `
		+ `six parameters of a list ${count(parameters)} computrons.\n`,
		"### What a list of 500 leaves\n",
		"Live heap of an app with a large `limits.body`, the app's own part included.\n",
		row(["after", "bytes", "more"]), row(["---", "---:", "---:"]),
		...list.map((heap) => row([heap.name, count(deviceBytes(host, live(heap))), count(deviceBytes(host, live(heap)) - deviceBytes(host, live(first)))])), ""
	];
}

/** Collections per 1,000 creates in heaps of three sizes. */
export function collectionsReport(clients: readonly (readonly [name: string, measured: Measured])[]): string[] {
	return [
		"### Collections per 1,000 creates\n",
		"In fixed heaps of so many bytes of chunks and as many of slots; \"-\" where that is too small.\n",
		row(["", ...heapSizes.map((size) => count(size))]), row(["---", ...heapSizes.map(() => "---:")]),
		...clients.map(([name, { thousands }]) => row([name, ...thousands.map((creates) => count(creates?.collections))])), ""
	];
}
