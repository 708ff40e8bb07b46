import type { HTTPProvider } from "../../../lib/platform.js";
import type { Case } from "../case.js";
import { answers } from "./answers.js";
import { endings } from "./endings.js";
import { manners } from "./manners.js";
import { type Scene, Stage } from "./recorder.js";
import { requests } from "./requests.js";

/** Scenes by name; each names the peer's script first. */
export type Scenes = Readonly<Record<string, readonly [script: string, scene: Scene]>>;

/**
 * The contract of the ECMA-419 HTTP Client class pattern, for whatever client implements it.
 * @param provider asked when a case runs
 */
export function httpClientCases(provider: () => HTTPProvider): Case[] {
	return Object.entries({ ...answers, ...requests, ...endings, ...manners } as Scenes).map(([name, [script, scene]]) => ({
		name,
		async run(context) {
			const stage = new Stage(context, provider(), script);
			try {
				await scene(stage, context);
			}
			finally {
				stage.close();
			}
		}
	}));
}
