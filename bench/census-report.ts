/** Tables of who owns what on the heap; their sums are the machine's own totals. */
import type { Share } from "./figures.js";
import type { Census } from "./measure.js";
import type { Host } from "./runner.js";
import { count, row } from "../tools/report/table.js";

/**
 * What is live, the largest share first, beside the same app without the library; then one create, in its order.
 * @param average bytes of a create, as the table of the operations has them
 */
export function censusReport({ pointer }: Host, { live, without, create }: Census, average: number): string[] {
	const bytesOf = ({ slots, bytes }: Share): number => 4 * pointer * slots + bytes;
	const more = (share: Share): number => bytesOf(share) - bytesOf(without.find(({ name }) => name === share.name) ?? nothing);
	const missing = without.filter(({ name }) => !live.some((share) => share.name === name)).map(({ name }) => ({ ...nothing, name }));
	const sorted = [...live, ...missing].sort((one, other) => more(other) - more(one));
	const cells = (share: Share): string[] => [share.name, count(share.objects), count(share.slots), count(share.bytes), count(bytesOf(share))];
	return [
		"### What is live after a login and 100 creates\n",
		"Everything on the heap after a collection, by what owns it; the last column is what is more than in an app that does the same without the library.\n",
		row(["owner", "objects", "slots", "chunk bytes", "bytes", "the library's"]), row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...sorted.map((share) => row([...cells(share), count(more(share))])),
		row([...cells(sum(live)), count(bytesOf(sum(live)) - bytesOf(sum(without)))]), "",
		"### What one create allocates\n",
		"By what owns it, in the order in which the first of its kind was allocated, the `await` in it included; texts that nobody owns at the end, told by how they begin.\n",
		row(["owner", "objects", "slots", "chunk bytes", "bytes"]), row(["---", ...Array.from({ length: 4 }, () => "---:")]),
		...[...create, sum(create)].map((share) => row(cells(share))),
		row(["as measured above, with a hundredth of the function that loops over 100", "", "", "", count(average)]), ""
	];
}

/** Bytes that the library holds: what is live with it less what is live without. */
export function libraryBytes({ pointer }: Host, { live, without }: Census): number {
	const bytesOf = (shares: readonly Share[]): number => shares.reduce((total, { slots, bytes }) => total + 4 * pointer * slots + bytes, 0);
	return bytesOf(live) - bytesOf(without);
}

const nothing: Share = { name: "together", objects: 0, slots: 0, bytes: 0 };

function sum(shares: readonly Share[]): Share {
	return shares.reduce((one, other) => ({
		name: nothing.name, objects: one.objects + other.objects, slots: one.slots + other.slots, bytes: one.bytes + other.bytes
	}), nothing);
}
