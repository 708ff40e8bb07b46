/** Tables of what is measured of this library alone. */
import { count, row } from "../tools/report/table.js";
import { deviceBytes } from "./device.js";
import { live } from "./heap.js";
import type { Own } from "./own.js";
import type { Host } from "./runner.js";

/** A create behind each proxy, and what a long list costs and leaves. */
export function ownReport(host: Host, { creates, list, lists }: Own): string[] {
	const [first] = list;
	return [
		"### Behind reverse proxies\n",
		"A create over a kept connection, behind a front that gives PocketBase's answers the heads of each (`tools/proxies/heads.ts`). "
		+ "`cloudflare-chunked` is Cloudflare before an origin that compresses.\n",
		row(["", "bytes", "computrons"]), row(["---", "---:", "---:"]),
		...creates.map((figures) => row([figures.name, count(deviceBytes(host, figures)), count(figures.computrons)])), "",
		"### A list of 500 behind reverse proxies\n",
		row(["", ...lists.map(({ name }) => name)]), row(["---", ...lists.map(() => "---:")]),
		row(["list of 500, computrons", ...lists.map(({ computrons }) => count(computrons))]), "",
		"### What a list of 500 leaves\n",
		"Live heap of an app with a large `limits.body`, the app's own part included.\n",
		row(["after", "bytes", "more"]), row(["---", "---:", "---:"]),
		...list.map((heap) => row([heap.name, count(deviceBytes(host, live(heap))), count(deviceBytes(host, live(heap)) - deviceBytes(host, live(first)))])), ""
	];
}
