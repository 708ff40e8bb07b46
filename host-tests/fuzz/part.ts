/** The full size: a million answers. */
import { count } from "../../tools/report/table.js";
import type { Part } from "../../tools/report/part.js";
import { fuzz } from "./fuzz.js";

const answers = 1_000_000;
/** Answers of one seed. */
const stretch = 10_000;

export const part: Part = {
	name: "answers",
	heading: "HTTP: a million answers made at random",
	async run(seed, say) {
		for (let done = 0; done < answers; done += stretch) {
			const { failure } = await fuzz(seed + done / stretch, stretch);
			if (failure !== "")
				return { findings: [failure] };
			say(`${count(done + stretch)} answers`);
		}
		return { report: [`${count(answers)} answers, good ones and odd ones, were read beside llhttp: what is complete here is complete there, with the same status and body.`] };
	}
};
