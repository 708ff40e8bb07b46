/** The full size of the model check: a hundred thousand sequences. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { count, table } from "../../../tools/report/table.js";
import type { Part } from "../../../tools/report/part.js";
import { type Counts, explore, NOTHING, sum } from "./explore.js";
import { localStages, quickFolder } from "./stages.js";

const counts = { flash: 90_000, files: 5000, RAM: 5000 };
/** Sequences between two lines that tell how far it is. */
const stretch = 5000;

export const part: Part = {
	name: "outbox-model",
	heading: "Outbox: 100,000 sequences against a model",
	async run(seed, say) {
		const path = await mkdtemp(join(quickFolder, "records-model-"));
		try {
			const all = new Map<string, Counts>();
			for (const name of ["flash", "files", "RAM"] as const) {
				const stage = localStages(path)[name];
				let total = NOTHING;
				for (let from = 0; from < counts[name]; from += stretch) {
					const told = await explore(stage, seed, from, Math.min(from + stretch, counts[name]));
					total = sum(total, told);
					say(`${name}: ${count(total.sequences)} sequences`);
					if (told.failure !== "")
						return { findings: [`${name}: ${told.failure}`] };
				}
				all.set(name, total);
			}
			return { report: report(all) };
		}
		finally {
			await rm(path, { recursive: true, force: true });
		}
	}
};

function report(all: ReadonlyMap<string, Counts>): string[] {
	const line = (name: string, value: (told: Counts) => number): string[] => [name, ...[...all.values()].map((told) => count(value(told)))];
	return [
		`Each sequence is 5 to 44 steps out of the seed: readings of all sizes, good ones and `
		+ "such as the service or the outbox must refuse; deliveries whose requests or answers get lost, come late, are refused, garbled, or not the service's; power cuts in any "
		+ "operation of the storage, at any byte, and again while the outbox starts; a storage that is full; damage while the power is off: "
		+ "bits flipped anywhere, blocks truncated, zeroed, filled with noise, deleted, swapped, exchanged for an older copy, or all of them rolled back to one; writes that can't be read back, or "
		+ "throw; blocks that go bad, and operations that fail for a while; another geometry, and a second outbox on the same storage; ticks that drift and wrap, days without power, and a service whose clock jumps; other "
		+ "firmware with other limits; a service that takes the device for a guest, takes no batches, or no long ones. A model is told all of it and says after each step what must be pending, and in "
		+ "the end what must be in the service, once, and what must not; and for each reading sent, in which bounds its time has to lie. A storage that refuses the newest and is full of readings which the service "
		+ "refuses without a reason stays full until the service takes another: there the end of a sequence makes room.",
		table(["", ...all.keys()], [
			line("sequences", ({ sequences }) => sequences),
			line("readings stored", ({ readings }) => readings),
			line("power cuts", ({ cuts }) => cuts),
			line("readings that were there although the power was cut before `put` returned", ({ survived }) => survived),
			line("readings that were pending again behind a start, and sent again with their id", ({ repeated }) => repeated),
			line("damages of the storage", ({ damages }) => damages),
			line("readings lost because their own bytes were hit", ({ damaged }) => damaged),
			line("second outboxes, and other geometries, that were refused", ({ intrusions }) => intrusions),
			line("readings sent that were put with their time", ({ known }) => known),
			line("readings sent with the time that their start has learned since", ({ own }) => own),
			line("readings sent by a later start, with the time that theirs had learned since", ({ earlier }) => earlier),
			line("readings whose time was not known, sent without", ({ unknown }) => unknown),
			line("readings lost that were not hit, twice, torn or invented; ids given twice", () => 0)
		])
	];
}
