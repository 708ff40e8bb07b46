import type { OutboxOptions } from "../../../lib/outbox/outbox-options.js";
import type { Outbox as LibraryOutbox } from "../../../lib/outbox/outbox.js";
import { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { raise } from "../thrown.js";
import { takenResponse } from "./answer.js";

type Outbox = Pick<LibraryOutbox, "put" | "flush" | "pending" | "stats" | "close">;
type Options = Pick<OutboxOptions, "client"> & Partial<Pick<OutboxOptions, "limits" | "onRejected">>;

/** Makes an outbox over RAM. */
export type Open = (options: Options) => Outbox;

/** Pauses are next to nothing; nothing is delivered in the background before the first flush. */
const limits = { age: 600_000, bootJitter: 600_000, count: 1000, retryBase: 1, retryMaximum: 1 };

const reading = '{"sensor":"t"}';

/** The answer of a service that takes what was sent, and has no record that it is asked for. */
function taken(body?: Uint8Array): ClientResponse {
	return body === undefined ? new ClientResponse("http", 404, "Not found.", "") : takenResponse(String.fromCharCode(...Array.from(body)));
}

/** A reading that the sender of `refuses` never takes. */
const badReading = '{"sensor":""}';
const refusal = new ClientResponse("http", 400, "Failed.", '{"data":{"sensor":{"code":"a","message":"b"}},"message":"Failed.","status":400}');
const tooLong = new ClientResponse("http", 413, "Request entity too large.", "");

function refuses(body?: Uint8Array): Promise<ClientResponse> {
	return Promise.resolve(body !== undefined && String.fromCharCode(...Array.from(body)).includes('"sensor":""') ? refusal : taken(body));
}

/** What is rejected with and thrown, if it is no Error: nothing, and an object that can't be made text. */
const none = undefined as unknown as Error;
const bare = Object.create(null) as Error;

/** What an app may hand in for a client does in place of sending. */
const senders: Readonly<Record<string, () => unknown>> = {
	"rejects": () => Promise.reject(new Error("the sender's")),
	"rejects with an Error without a text": () => Promise.reject(new Error()),
	"rejects with nothing": () => Promise.reject(none),
	"rejects with what can't be made text": () => Promise.reject(bare),
	"throws": () => raise(new Error("the sender's")),
	"throws nothing": () => raise(none),
	"throws an Error without a text": () => raise(new Error()),
	"returns nothing": () => undefined,
	"returns a number": () => 7,
	"resolves with nothing": () => Promise.resolve(),
	"resolves with null": () => Promise.resolve(null),
	"resolves with a text": () => Promise.resolve("ok"),
	"resolves with an empty object": () => Promise.resolve({}),
	"resolves with a success without a body": () => Promise.resolve({ ok: true }),
	"resolves with a success of another's": () => Promise.resolve({ ok: true, body: "<html>" }),
	"resolves with a refusal without a body": () => Promise.resolve({ ok: false, kind: "http", statusCode: 500 }),
	"gives a thenable that throws": () => ({ then: () => raise(new Error("the thenable's")) }),
	"gives a thenable that rejects at once": () => ({ then: (_: unknown, reject: (error: unknown) => void) => reject(new Error("the thenable's")) })
};

/** Waits until nothing is pending; fails the case if something is after a long time. */
async function untilDelivered(context: Context, outbox: Outbox): Promise<void> {
	for (let waits = 0; outbox.pending > 0 && waits < 1000; waits++)
		await context.sleep(10);
	context.equal(outbox.pending, 0, "pending");
}

/** An outbox and a sender that is bad for the first requests. */
function scene(open: Open, bad: (body: Uint8Array, calls: number) => unknown, times: number, more: Partial<Options> = {}): { outbox: Outbox; calls(): number } {
	let calls = 0;
	const client = {
		sendEx(_method: string, _path: string, body: Uint8Array): Promise<ClientResponse> {
			return (++calls <= times ? bad(body, calls) : Promise.resolve(taken(body))) as Promise<ClientResponse>;
		}
	};
	return { outbox: open({ client, ...more, limits: { ...limits, ...more.limits } }), calls: () => calls };
}

/** Senders and listeners that are at fault: delivery goes on after a pause, says why, and nothing reaches the app. */
export function senderCases(open: Open): readonly Case[] {
	return [
		...Object.entries(senders).map(([name, bad]) => testCase(`a sender that ${name} is a failure with a pause; the readings are delivered later`, async (context) => {
			const { outbox, calls } = scene(open, bad, 3);
			outbox.put(reading);
			outbox.put(reading);
			const { delivered, error, left } = await outbox.flush();
			context.equal(`${delivered} ${left}`, "0 2", "delivered, left");
			// How many there have been is the machine's: the pauses may be over before the flush's promise is settled.
			context.ok(calls() >= 1, `${calls()} calls`);
			context.ok(error !== "", "the flush says why");
			await untilDelivered(context, outbox);
			context.equal(outbox.stats().delivered, 2, "delivered");
			context.ok(calls() <= 6, `${calls()} calls`);
			outbox.close();
		})),
		testCase("a reading with a number that JSON does not have is refused with the member's name", (context) => {
			const { outbox } = scene(open, refuses, 0);
			for (const bad of [{ sensor: "t", value: NaN }, { value: Infinity, other: null }, { a: [{ value: -Infinity }] }]) {
				const { error, stored } = outbox.put(bad);
				context.equal(`${stored} ${error}`, "false reading.value is not a finite number");
			}
			context.ok(outbox.put({ sensor: "null", value: null }).stored, "null is a value like others");
			outbox.close();
		}),
		testCase("a sender that settles twice counts once", async (context) => {
			const twice = (body: Uint8Array): unknown => ({
				then(resolve: (response: ClientResponse) => void, reject: (error: unknown) => void) {
					resolve(taken(body));
					resolve(taken(body));
					reject(new Error("the thenable's"));
				}
			});
			const { outbox, calls } = scene(open, twice, 100, { limits: { batch: 1 } });
			for (let i = 0; i < 5; i++)
				outbox.put(reading);
			const { delivered, error, left } = await outbox.flush();
			context.equal(`${delivered} ${left} ${error}`, "5 0 ", "delivered, left, error");
			await context.sleep(50);
			context.equal(calls(), 5, "calls");
			outbox.close();
		}),
		testCase("a sender that never settles is given up after limits.response; what it says later is not listened to", async (context) => {
			const late: (() => void)[] = [];
			const never = (body: Uint8Array): unknown => new Promise<ClientResponse>((resolve, reject) => {
				late.push(() => resolve(taken(body)), () => reject(new Error("late")));
			});
			const { outbox, calls } = scene(open, never, 2, { limits: { response: 10, batch: 1, retryBase: 100_000, retryMaximum: 100_000 } });
			outbox.put(reading);
			outbox.put(reading);
			for (let i = 1; i <= 2; i++) {
				const { delivered, error, left } = await outbox.flush();
				context.equal(`${delivered} ${left} ${error}`, "0 2 the client has not answered");
			}
			context.equal(calls(), 2, "calls");
			late.forEach((settle) => settle());
			await context.sleep(50);
			context.equal(`${calls()} ${outbox.pending}`, "2 2", "calls, pending");
			context.equal((await outbox.flush()).delivered, 2, "delivered");
			outbox.close();
		}),
		...[new Error("the listener's"), new Error(), none, bare].map((thrown, index) => testCase(`onRejected that throws ends that delivery; the others are delivered (${index + 1})`, async (context) => {
			let told = 0;
			const { outbox } = scene(open, refuses, 1000, {
				limits: { batch: 1 },
				onRejected() {
					told++;
					throw thrown;
				}
			});
			outbox.put(badReading);
			outbox.put(reading);
			// Refusals count when there is time between them.
			for (let flushes = 0; told === 0 && flushes < 1000; flushes++) {
				const { error, left } = await outbox.flush();
				context.equal(error !== "", left > 0, "the flush says why");
				await context.sleep(1);
			}
			await untilDelivered(context, outbox);
			context.equal(`${outbox.stats().delivered} ${told}`, "1 1", "delivered, told");
			outbox.close();
		})),
		...closings.map(([name, run]) => testCase(`close() ${name}: flushes are settled, nothing is sent or told later`, (context) => run(context, open)))
	];
}

/** close() wherever the outbox calls an app. */
const closings: readonly (readonly [name: string, run: (context: Context, open: Open) => Promise<void>])[] = [
	["inside onRejected", (context, open) => closesIn(context, open, "onRejected")],
	["inside onRejected, which then throws", (context, open) => closesIn(context, open, "onRejected throws")],
	["inside the sender", (context, open) => closesIn(context, open, "sender")],
	["inside the sender, which then throws", (context, open) => closesIn(context, open, "sender throws")],
	["inside the sender, which then rejects", (context, open) => closesIn(context, open, "sender rejects")],
	["in the turn in which the answer comes", (context, open) => closesIn(context, open, "answer")],
	["while a request is under way that is never answered", (context, open) => closesIn(context, open, "outside")]
];

async function closesIn(context: Context, open: Open, where: string): Promise<void> {
	let told = 0;
	const rejects = where.startsWith("onRejected");
	const { outbox, calls } = scene(open, (body) => {
		if (rejects)
			return Promise.resolve(tooLong);
		if (where === "outside")
			return new Promise(() => undefined);
		if (where === "answer") {
			const answer = Promise.resolve(taken(body));
			void answer.then(() => outbox.close());
			return answer;
		}
		outbox.close();
		if (where === "sender throws")
			throw new Error("the sender's");
		return where === "sender rejects" ? Promise.reject(new Error("the sender's")) : Promise.resolve(taken(body));
	}, 100, {
		limits: { batch: 1, response: 10 },
		onRejected() {
			told++;
			outbox.close();
			if (where === "onRejected throws")
				throw new Error("the listener's");
		}
	});
	outbox.put(reading);
	outbox.put(reading);
	const flushes = [outbox.flush(), outbox.flush({ deadline: 600_000 })];
	if (where === "outside")
		outbox.close();
	for (const { error } of await Promise.all(flushes))
		context.equal(error, "the outbox is closed", "error");
	await context.sleep(60);
	// Before a reading is rejected, its record is asked for.
	context.equal(calls(), rejects ? 2 : 1, "calls");
	context.equal(told, rejects ? 1 : 0, "told");
	context.equal((await outbox.flush()).error, "the outbox is closed", "a flush behind it");
	context.equal(outbox.put(reading).error, "the outbox is closed", "a put behind it");
}
