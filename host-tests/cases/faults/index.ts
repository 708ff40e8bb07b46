import type { ClientResponse } from "../../../lib/response.js";
import type { Case, Context } from "../case.js";
import { PASSWORD } from "../spec/devices.js";
import { type Exchange, exchanges, type Stage } from "./exchanges.js";
import { Lanes } from "./lanes.js";
import { positions } from "./positions.js";
import { runScenario } from "./scenario.js";
import { type FaultKind, faultKinds } from "./truths.js";

/** What the proxy tells of an undisturbed call. */
interface Report {
	readonly request: number;
	readonly answer: number;
	readonly edges: readonly number[];
}

const listed = 8;
/** Calls to the service that may wait for one another. */
const queue = 1000;

/** A text of its own, always of the same length: so all answers of a call are of one. */
function unique(): string {
	return Math.random().toString(36).slice(2, 12).padEnd(10, "0");
}

/** Logs in and makes the records that the calls read. */
async function setStage(context: Context): Promise<Stage> {
	const direct = context.client({ baseUrl: context.service, limits: { queue } });
	const login = await direct.collection("users").authWithPassword("device-one", PASSWORD);
	context.equal(login.error, "", "login");
	direct.collection("readings");
	const list = unique();
	const made = await Promise.all(Array.from({ length: listed }, (_, value) => direct.createEx(JSON.stringify({ sensor: list, value, extra: "x".repeat(64) }))));
	context.ok(made.every(({ ok }) => ok), "records to read are made");
	return { token: direct.getAuthToken(), id: (JSON.parse(made[0].body) as { id: string }).id, list, direct };
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
	const lanes = new Lanes(context);
	await lanes.run(only === undefined ? all : [only], async (at) => {
		const marker = unique();
		const baseUrl = `${context.peer}/${fault.name}.${at}/${marker}`;
		const truth = fault.truth(at, length, exchange.reads);
		await runScenario(context, { exchange, stage, baseUrl, marker, limits: fault.limits(at), undisturbed: answer, truth });
	}, (at) => `at byte ${at} of ${length} (alone: FAULT_AT=${at} npm test -- faults --match "${title}")`);
	context.ok(true, "all scenarios have passed");
}

/** Each of the service's answers with each fault at its bytes; needs the service, and as peer the fault proxy in front of it. */
export const faultCases: readonly Case[] = exchanges.flatMap((exchange) => faultKinds.map((fault): Case => {
	const name = `${exchange.name}: ${fault.name}`;
	return { name, run: (context) => injectAll(context, exchange, fault, name) };
}));
