import type { Limits } from "../../../lib/client-limits.js";
import type { ClientResponse, Kind } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { SHORT } from "../patience.js";
import { type Exchange, exchanges } from "./exchanges.js";
import { runLanes } from "./lanes.js";
import { positions } from "./positions.js";
import { type Plan, runPatiently, runScenario } from "./scenario.js";
import { setStage, unique } from "./stage.js";
import type { Truth } from "./truths.js";

/** Scenarios at a time; handshakes that begin together slow each other down. */
const width = 16;

/** A fault in the ciphertext. */
interface SecureFault {
	readonly name: string;
	/** Each how-manieth byte meets it, unless the engine has a number of its own. */
	readonly step: number;
	/** Limits of its scenarios, for a byte of the handshake and for one behind it. */
	readonly inHandshake: Partial<Limits>;
	readonly behind: Partial<Limits>;
	/** Whether it ends the connection; what does not, would go on to the next call behind the last byte. */
	readonly ends: boolean;
	/** Kinds that it may come to. */
	readonly kinds: readonly Kind[];
}

/** What the proxy tells of an undisturbed connection: bytes that the server has sent. */
interface Report {
	readonly handshake: number;
	/** The handshake and the answer. */
	readonly answer: number;
}

const none: Partial<Limits> = {};
// Short only where the fault is that nothing comes. The call that is sent again, and the next one, have them too.
const noHandshake: Partial<Limits> = { connect: 2 * SHORT };
const noAnswer: Partial<Limits> = { firstByte: 2 * SHORT, idle: SHORT };

const broken: readonly Kind[] = ["tls", "connect"];
const secureFaults: readonly SecureFault[] = [
	{ name: "cut", step: 12, inHandshake: none, behind: none, ends: true, kinds: broken },
	{ name: "reset", step: 24, inHandshake: none, behind: none, ends: true, kinds: broken },
	{ name: "stall", step: 32, inHandshake: noHandshake, behind: noAnswer, ends: false, kinds: ["timeout"] },
	// A damaged length has the client wait for what never comes.
	{ name: "damage", step: 24, inHandshake: noHandshake, behind: noAnswer, ends: false, kinds: ["tls", "connect", "timeout"] }
];

/** What can be true of a create or a list whose connection is spoilt at a byte of what the server sends. */
function truthOf({ kinds, name }: SecureFault, at: number, { handshake, answer }: Report, reads: boolean): Truth {
	const anyhow = { effects: undefined, connections: undefined };
	if (at < handshake)
		return { ...anyhow, answer: true, kinds, unsent: true };
	// Bytes of several records may have been read, and so be known to be an answer's.
	const whole = at >= answer;
	return { ...anyhow, answer: whole || reads, kinds: whole ? [] : name === "stall" ? kinds : [...kinds, "protocol"] };
}

/** Does something with a port whose first connection meets the fault. */
async function usePort(context: Context, fault: string, use: (port: number) => Promise<unknown>): Promise<void> {
	const client = context.client({ baseUrl: `${context.peer}/none.0/ports` });
	const { body, error } = await client.collection("secure").getOneEx(fault);
	context.equal(error, "", "a port over TLS");
	const { port } = JSON.parse(body) as { port: number };
	try {
		await use(port);
	}
	finally {
		await client.collection("shut").getOneEx(String(port));
		client.close();
	}
}

async function injectAll(context: Context, exchange: Exchange, fault: SecureFault, title: string): Promise<void> {
	const stage = await setStage(context);
	const proxy = context.client({ baseUrl: `${context.peer}/none.0/secure`, limits: { body: 65_536 } });
	const authority = await proxy.collection("authority").getOneEx("ca");
	const ca = Uint8Array.from((JSON.parse(authority.body) as { certificate: number[] }).certificate);
	const plan = (port: number, truth: Truth): Plan =>
		({ exchange, stage, ca, baseUrl: `https://127.0.0.1:${port}`, marker: unique(), limits: {}, undisturbed: undefined, truth });

	let undisturbed: ClientResponse | undefined;
	let report: Report = { handshake: 0, answer: 0 };
	await usePort(context, "none.0", async (port) => {
		undisturbed = await runScenario(context, plan(port, { answer: true, kinds: [], effects: undefined, connections: 1 }));
		report = JSON.parse(await proxy.collection("secured").getOne(String(port))) as Report;
	});
	context.ok(report.handshake > 0 && report.answer > report.handshake, "handshake and answer are measured");

	// A read is harmless wherever it is cut: fewer bytes will do.
	const { step = exchange.reads === true ? 4 * fault.step : fault.step, at: only } = context;
	const all = positions(report.answer, step, [report.handshake])
		.filter((at) => (fault.ends || at < report.answer) && (exchange.reads !== true || at >= report.handshake));
	await runLanes(width, only === undefined ? all : [only], async (at) => {
		const truth = truthOf(fault, at, report, exchange.reads === true);
		await runPatiently(at < report.handshake ? fault.inHandshake : fault.behind, (limits) => usePort(context, `${fault.name}.${at}`, (port) =>
			runScenario(context, { ...plan(port, truth), limits, undisturbed })));
	}, (at) => `at byte ${at} of ${report.answer}, ${report.handshake} of them the handshake (alone: FAULT_AT=${at} npm test -- faults --match "${title}")`);
	context.ok(true, "all scenarios have passed");
}

/** Create meets the faults in the handshake and behind it, a list of several records behind it only. Needs what `faultCases` need. */
export const secureFaultCases: readonly Case[] = exchanges.filter(({ name }) => name === "create" || name.startsWith("list")).flatMap((exchange) =>
	secureFaults.map((fault): Case => {
		const name = `over TLS, ${exchange.name}: ${fault.name}`;
		return testCase(name, (context) => injectAll(context, exchange, fault, name));
	}));
