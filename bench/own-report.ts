/** Tables of what is measured of this library alone. */
import { deviceBytes } from "./device.js";
import type { Figures, Heap } from "./figures.js";
import type { Fronts, Own, Turns } from "./own.js";
import { find, live, peak } from "./heap.js";
import type { Host } from "./runner.js";
import { count, row } from "../tools/report/table.js";

/** A create behind each proxy, and what a long list leaves. */
export function ownReport(host: Host, { creates, login, parameters, list, turns }: Own): string[] {
	const [first] = list;
	return [
		"### Behind reverse proxies\n",
		"A create over a kept connection, behind a front that gives PocketBase's answers the heads of each (`tools/proxies/heads.ts`). "
		+ "`cloudflare-chunked` is Cloudflare before an origin that compresses.\n",
		row(["", "bytes", "computrons"]), row(["---", "---:", "---:"]),
		...creates.map((figures) => row([figures.name, count(deviceBytes(host, figures)), count(figures.computrons)])), "",
		`A login whose token is not the one before takes ${count(deviceBytes(host, login))} bytes and ${count(login.computrons)} computrons; `
		+ `six parameters of a list ${count(parameters)} computrons.\n`,
		"### What a list of 500 leaves\n",
		"Live heap of an app with a large `limits.body`, the app's own part included.\n",
		row(["after", "bytes", "more"]), row(["---", "---:", "---:"]),
		...list.map((heap) => row([heap.name, count(deviceBytes(host, live(heap))), count(deviceBytes(host, live(heap)) - deviceBytes(host, live(first)))])), "",
		"### Answers of several kinds\n",
		...turnsTable(host, turns)
	];
}

/** What answers of several kinds cost behind real servers. */
export function frontsReport(host: Host, { missing, turns }: Fronts): string {
	const absent = missing.map((name) => `**${name} was not installed: nothing was measured behind it.**`);
	return [
		"The servers of the system's packages before the service, without TLS, with the settings of docs/deployment.md. "
		+ `Written by \`npm run bench:device -- --fronts\`.${["", ...absent].join(" ")}\n`,
		...turns.length > 0 ? turnsTable(host, turns) : []
	].join("\n");
}

function turnsTable(host: Host, turns: readonly Turns[]): string[] {
	const names = [...new Set(turns.flatMap(({ figures }) => figures.map(({ name }) => name)))];
	const heaps = turns[0].heaps.map(({ name }) => name);
	const cells = (value: (turn: Turns) => number | undefined): string[] => turns.map((turn) => count(value(turn)));
	const of = (turn: Turns, name: string): Figures | undefined => turn.figures.find((figures) => figures.name === name);
	const heapOf = ({ heaps: all }: Turns, name: string): Heap => find(all, name);
	return [
		"What an answer costs directly after one of another kind, and a long one: a create's answer has a Content-Length, that of a list comes in chunks. Bytes of the heap include the app's own part.\n",
		row(["", ...turns.map(({ name }) => name)]), row(["---", ...turns.map(() => "---:")]),
		...names.flatMap((name) => [
			row([`${name}, computrons`, ...cells((turn) => of(turn, name)?.computrons)]),
			row([`${name}, bytes`, ...cells((turn) => {
				const figures = of(turn, name);
				return figures && deviceBytes(host, figures);
			})])
		]),
		...heaps.flatMap((name) => [
			row([`${name}, live heap after it`, ...cells((turn) => deviceBytes(host, live(heapOf(turn, name))))]),
			row([`${name}, peak`, ...cells((turn) => deviceBytes(host, peak(heapOf(turn, name))))])
		]),
		...turns.some(({ chunk }) => chunk !== undefined) ? [row(["a chunk of a list of 500, computrons", ...cells(({ chunk }) => chunk)])] : [], ""
	];
}
