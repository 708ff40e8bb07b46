import type { Limits } from "../../../lib/client-limits.js";
import type { ClientResponse } from "../../../lib/response.js";
import type { Context } from "../case.js";
import type { Exchange, Stage } from "./exchanges.js";
import type { Truth } from "./truths.js";

/** What one scenario is made of. */
export interface Plan {
	readonly exchange: Exchange;
	readonly stage: Stage;
	/** Base URL that brings the fault about. */
	readonly baseUrl: string;
	/** CA to trust, where that is over TLS. */
	readonly ca?: Uint8Array;
	/** Text that is this scenario's alone. */
	readonly marker: string;
	readonly limits: Partial<Limits>;
	/** What an undisturbed call came to. */
	readonly undisturbed: ClientResponse | undefined;
	readonly truth: Truth;
}

/** How many times as long the limits are when a scenario is run again. */
const patience = 30;

/** A call that nothing holds up, or the service, met a limit that is short for the fault's sake: the machine is slow, or the client hangs. */
class Late extends Error {}

/**
 * Runs a scenario. When its limits were too short for a call that nothing holds up, it is run once more with longer ones, which only a client that
 * hangs fails.
 * @param limits that the fault lets expire
 */
export async function runPatiently(limits: Partial<Limits>, run: (limits: Partial<Limits>) => Promise<unknown>): Promise<void> {
	try {
		await run(limits);
	}
	catch (error) {
		if (!(error instanceof Late))
			throw error;
		await run(Object.fromEntries(Object.entries(limits).map(([name, milliseconds]) => [name, patience * milliseconds])));
	}
}

/** Runs one call into a fault, and another behind it. Returns the response; throws what is not as it must be. */
export async function runScenario(context: Context, plan: Plan): Promise<ClientResponse> {
	const { ca, exchange, stage, baseUrl, marker, truth, undisturbed } = plan;
	const id = await exchange.prepare?.(stage) ?? "";
	// Without a check of the token, which would meet the fault in place of the call.
	const client = context.client({ baseUrl, limits: { retryBase: 1, confirmEvery: 0, ...plan.limits }, ...ca === undefined ? {} : { tls: { ca } } });
	if (exchange.isGuest !== true)
		client.setAuthToken(stage.token);
	try {
		const response = await exchange.ask(client, stage, id, marker);
		if (response.kind === "timeout" && !truth.kinds.includes("timeout"))
			throw new Late(`${shown(response)}, where nothing holds the call up`);
		const { requests, retries, timeouts } = client.stats();
		expect(truth.kinds.includes(response.kind) || truth.answer && (undisturbed === undefined || isAnswer(response, undisturbed, exchange.constant)),
			`${shown(response)} in place of ${truth.answer ? shown(undisturbed) : truth.kinds.join(" or ")}`);
		if (truth.kinds.includes(response.kind))
			expect(!response.ok && response.statusCode === 0 && response.error !== "" && response.body === "", `a failure that is none: ${shown(response)}`);
		expect(requests === 1, `${requests} requests are counted`);
		expect(exchange.reads === true || truth.unsent === true || retries === 0, `sent again ${retries} times`);
		expect(truth.unsent === true || timeouts === (response.kind === "timeout" ? 1 : 0), `${timeouts} timeouts are counted`);
		const [effects, fault] = await exchange.next(client, stage, id, marker, response);
		if (fault !== "" && client.stats().timeouts > timeouts)
			throw new Late(`the next call: ${fault}`);
		// The service had no time to do it, let alone to answer.
		if (response.kind === "timeout" && effects === 0 && truth.effects === 1)
			throw new Late("the service has not done it within the limits");
		expect(fault === "", `the next call: ${fault}`);
		expect(effects < 0 || (truth.effects === undefined ? effects <= 1 : effects === truth.effects), `it was done ${effects} times`);
		expect(!response.ok || effects !== 0, "it was told to be done, and was not");
		expect(response.ok || truth.unsent !== true || effects <= 0, "it was told not to have left, and was done");
		expect(truth.connections === undefined || client.stats().connections === truth.connections, `${client.stats().connections} connections in place of ${truth.connections}`);
		return response;
	}
	finally {
		client.close();
	}
}

function isAnswer(response: ClientResponse, { kind, statusCode, error, body }: ClientResponse, constant = false): boolean {
	return response.kind === kind && response.statusCode === statusCode && response.error === error
		&& (constant ? response.body === body : response.body.length === body.length);
}

function expect(value: boolean, what: string): void {
	if (!value)
		throw new Error(what);
}

function shown(response: ClientResponse | undefined): string {
	if (response === undefined)
		return "an answer";
	const { kind, statusCode, error, body } = response;
	return `kind "${kind}", status ${statusCode}, error "${error}", a body of ${body.length}`;
}
