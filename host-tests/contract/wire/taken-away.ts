import type { Kind } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { nextBody, Scene } from "./scene.js";
import { failed } from "../spec/devices.js";

const GONE = "requestBody was transferred or resized during the call";

/** What a call is made with: bytes as a body, with header fields of the call's own or without. */
const forms = [
	["bytes", undefined], ["bytes with headers", { headers: { "x-one": "1" } }]
] as const;

/** Blanks in a buffer that can be taken away. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
	const Resizable = ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer;
	return new Uint8Array(new Resizable(length, { maxByteLength: length }), 0, length).fill(0x20);
}

/** Takes bytes away as an app does that hands them to a worker; by their length where an engine can't transfer. */
function takeAway({ buffer }: Uint8Array<ArrayBuffer>): void {
	const { structuredClone } = globalThis as { structuredClone?: (value: unknown, options: object) => unknown };
	if (structuredClone !== undefined)
		structuredClone(buffer, { transfer: [buffer] });
	else
		(buffer as unknown as { resize(length: number): void }).resize(0);
}

/** The call ends by itself, with that kind, and all others are answered. */
async function failsAlone(context: Context, kind: Kind, length: number, waits: boolean): Promise<void> {
	for (const [what, options] of forms) {
		const scene = new Scene(context, "head-answers", { retries: 0 });
		await scene.expectNext();
		const bytes = bytesOf(length);
		const before = waits ? scene.client.createEx("{}") : undefined;
		const call = scene.client.sendEx("POST", "/api/collections/readings/records", bytes, options);
		takeAway(bytes);
		failed(context, await call, kind, 0, GONE);
		context.equal((await before)?.body ?? nextBody, nextBody, "the call before");
		await scene.expectNext(what);
		scene.client.close();
	}
}

/** A body's bytes that an app takes away while the call has them. */
export const takenAwayCases: readonly Case[] = [
	testCase("a call that waits and whose bytes are taken away is kind \"argument\", and all others are answered", (context) => failsAlone(context, "argument", 20, true)),
	testCase("a call whose bytes are taken away while they leave is one call that fails", (context) => failsAlone(context, "connect", context.large ?? 8_000_000, false))
];
