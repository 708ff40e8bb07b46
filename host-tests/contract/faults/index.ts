import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { type Exchange, exchanges, type Stage } from "./exchanges.js";
import { runLanes } from "./lanes.js";
import { positions } from "./positions.js";
import { runPatiently, runScenario } from "./scenario.js";
import { setStage, unique } from "./stage.js";
import { type FaultKind, faultKinds } from "./truths.js";

/** Scenarios at a time. */
const width = 48;

/** What the proxy tells of an undisturbed call. */
interface Report {
	readonly request: number;
	readonly answer: number;
	readonly edges: readonly number[];
}

/** Has the call go through the proxy without a fault. */
async function undisturbed(context: Context, exchange: Exchange, stage: Stage): Promise<readonly [ClientResponse, Report]> {
	const marker = unique();
	const baseUrl = `${context.peer}/none.0/${marker}`;
	const truth = { answer: true, kinds: [], effects: 1, connections: 1 };
	const response = await runScenario(context, { exchange, stage, baseUrl, marker, limits: {}, undisturbed: undefined, truth });
	const { body } = await context.client({ baseUrl }).collection("report").getOneEx(marker);
	return [response, JSON.parse(body) as Report];
}

async function injectAll(context: Context, exchange: Exchange, fault: FaultKind, title: string): Promise<void> {
	const stage = await setStage(context);
	const [answer, report] = await undisturbed(context, exchange, stage);
	const length = fault.of === undefined ? 0 : report[fault.of];
	const { step = fault.step, at: only } = context;
	const all = positions(length, step, fault.of === "answer" ? report.edges : []);
	await runLanes(width, only === undefined ? all : [only], async (at) => {
		const truth = fault.truth(at, length, exchange.reads === true);
		await runPatiently(fault.limits(at), (limits) => {
			const marker = unique();
			const baseUrl = `${context.peer}/${fault.name}.${at}/${marker}`;
			return runScenario(context, { exchange, stage, baseUrl, marker, limits, undisturbed: answer, truth });
		});
	}, (at) => `at byte ${at} of ${length} (alone: FAULT_AT=${at} npm test -- faults --match "${title}")`);
	context.ok(true, "all scenarios have passed");
}

/** Each of the service's answers with each fault at its bytes; needs the service, and as peer the fault proxy in front of it. */
export const faultCases: readonly Case[] = exchanges.flatMap((exchange) => faultKinds.map((fault): Case => {
	const name = `${exchange.name}: ${fault.name}`;
	return testCase(name, (context) => injectAll(context, exchange, fault, name));
}));
