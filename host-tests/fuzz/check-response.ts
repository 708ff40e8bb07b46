import { text } from "../../host/text.js";
import { closesJSON, decodeBody } from "../../lib/shared/body-text.js";
import { responseOf } from "../../lib/pocketbase/answers.js";
import type { AnsweredRequest } from "../../lib/request/connection-interface.js";
import { ClientResponse, NOT_COMPLETE } from "../../lib/response.js";
import { parseJSON } from "../../lib/shared/safe-json.js";
import { ConnectionDrive } from "../../tools/connection/drive.js";
import { Finding } from "../../tools/connection/memory-machine.js";
import { readInMemory } from "../../tools/parser/node-parser.js";
import { bytesOf, ParserDrive, type TakeBody, takeBody } from "../../tools/parser/drive.js";
import { Random } from "../../tools/random.js";
import type { FuzzInput } from "./inputs.js";

/** Inputs of fewer bytes are also fed a byte at a time. */
const BY_BYTES = 300;
/** One input in so many goes through a connection, too. */
const THROUGH_CONNECTION = 8;
/** What an input answers, and whether it may be answered with nothing, by status. */
const requests: readonly (AnsweredRequest & { readonly body?: string; readonly mayBeEmpty: (status: number) => boolean })[] = [
	{ method: "GET", path: "/", mayBeEmpty: () => false },
	{ method: "POST", path: "/api/collections/readings/records", body: "{}", mayBeEmpty: () => false },
	{ method: "PATCH", path: "/api/collections/readings/records/one?fields=id", body: "{}", mayBeEmpty: () => false },
	{ method: "DELETE", path: "/api/collections/readings/records/one", mayBeEmpty: (status) => status === 204 },
	{ method: "POST", path: "/api/batch", body: "{}", mayBeEmpty: () => false },
	{ method: "POST", path: "/api/my/route", body: "{}", mayBeEmpty: () => true }
];
/** Characters that make a log or a terminal show another text. */
const control = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;

/** Heads that differ before a connection compares lines. */
const WARM_UP = 7;

interface Reading {
	readonly events: readonly string[];
	/** Bytes that belong to the response, when it is complete. */
	readonly consumed: number;
}

function read(drive: ParserDrive, { bytes, before }: FuzzInput, cuts: readonly number[]): Reading {
	if (before !== undefined && drive.run(before).at(-1) !== "done reusable")
		throw new Finding("the response before is not read");
	const events = drive.run(bytes, ...cuts);
	return { events, consumed: drive.consumed };
}

function isDone({ events }: Reading): boolean {
	return events[events.length - 1].startsWith("done");
}

function compare(what: string, other: Reading, whole: Reading): void {
	if (other.events.join("\n") !== whole.events.join("\n"))
		throw new Finding(`${what}: ${JSON.stringify(other.events)}, else ${JSON.stringify(whole.events)}`);
	if (isDone(whole) && other.consumed !== whole.consumed)
		throw new Finding(`${what}: ${other.consumed} bytes are the response, else ${whole.consumed}`);
}

function checkFragments(input: FuzzInput, whole: Reading): void {
	const random = new Random(input.cuts);
	const { length } = input.bytes;
	const some: number[] = [];
	for (let at = random.below(40); at < length; at += random.below(40))
		some.push(at);
	const take: TakeBody = random.pick([takeBody.all, takeBody.byte, takeBody.three]);
	compare(`cut at ${some.join(", ")}`, read(new ParserDrive(input, take), input, some), whole);
	const cut = random.below(length + 1);
	compare(`cut at ${cut}`, read(new ParserDrive(input), input, [cut]), whole);
	if (length < BY_BYTES)
		compare("byte by byte", read(new ParserDrive(input), input, Array.from({ length }, (_, at) => at)), whole);
	if (input.before !== undefined)
		compare("with nothing read before", read(new ParserDrive(input), { ...input, before: undefined }, []), whole);
	if (length > 0 && random.below(THROUGH_CONNECTION) === 0)
		checkConnection(input, some);
}

/** Has a connection read the input, which has read another response before, and compares with what the parser makes of it. */
function checkConnection(input: FuzzInput, cuts: readonly number[]): void {
	const drive = new ConnectionDrive({ receive: input.size });
	if (input.before !== undefined) {
		for (let number = 0; input.cuts % 2 === 0 && number < WARM_UP; number++)
			drive.exchange(numbered(input.before, number));
		drive.exchange(input.before);
	}
	const request = requests[input.cuts % requests.length];
	const outcome = drive.exchange(input.bytes, cuts, input.closed, request);
	const isUntilClosed = input.closed && new ParserDrive({ ...input, closed: false }).run(input.bytes).at(-1) === "more";
	const expected = outcomeOf(new ParserDrive({ ...input, names: ["content-type"] }).run(input.bytes), request, isUntilClosed);
	// What is wrong behind a line that is too long is seen by a buffer that has grown with the answer before.
	const isLonger = expected.endsWith("a line that is too long") && outcome.startsWith("protocol:");
	if (outcome !== expected && !isLonger)
		throw new Finding(`through a connection: ${outcome}, else ${expected}`);
	checkTruth(drive.response, request, isUntilClosed);
	checkEarly(input, cuts);
	// What can carry another request is open; a fresh response on it is read as such.
	if (drive.isOpen && outcome !== "more" && drive.exchange(next) !== nextOutcome)
		throw new Finding(`the next answer is read as ${drive.outcome}`);
}

/** Whatever was read: a success has what was asked for, and an error can be written to a log. */
function checkTruth(response: ClientResponse | undefined, { mayBeEmpty }: typeof requests[number], isUntilClosed: boolean): void {
	if (response === undefined)
		return;
	const { body, error, ok, statusCode } = response;
	if (!ok && (error === "" || control.test(error)))
		throw new Finding(`error ${JSON.stringify(error)}`);
	if (!ok)
		return;
	if (statusCode < 200 || statusCode > 299)
		throw new Finding(`a success with status ${statusCode}`);
	if (body === "" ? !mayBeEmpty(statusCode) : !/[}\]][\0-\x20]*$/.test(body))
		throw new Finding(`a success that is ${JSON.stringify(body)}`);
	if (isUntilClosed)
		JSON.parse(body);
}

/** Answers a request of which a part can't be written: that is no success, whatever it says. */
function checkEarly(input: FuzzInput, cuts: readonly number[]): void {
	const drive = new ConnectionDrive({ receive: input.size });
	drive.machine.window = 1 + input.cuts % 64;
	const outcome = drive.exchange(input.bytes, cuts, input.closed, requests[1]);
	if (drive.response?.ok)
		throw new Finding(`before the request was sent: ${outcome}`);
}

/** A response with a number in a field that decides nothing: of another length, as the heads of a CDN are. */
function numbered(response: Uint8Array, number: number): Uint8Array {
	return bytesOf(Buffer.from(response).toString("latin1").replace("\nA: b\r", `\nA: ${10 ** number}\r`));
}

/** What a connection makes of the parser's events, in the words of `ConnectionDrive`. */
function outcomeOf(events: readonly string[], request: AnsweredRequest, isUntilClosed: boolean): string {
	const last = events[events.length - 1];
	if (last === "more")
		return last;
	if (!last.startsWith("done"))
		return last === "error connection closed before the response" ? "connect: connection closed" : last.replace("error", "protocol:");
	const bytes = bytesOf(events.find((event) => event.startsWith("body "))?.slice(5) ?? "");
	const type = events.find((event) => event.startsWith("content-type: "))?.slice(14);
	const response = responseOf(Number(events[0]), type, decodeBody(text, bytes, 0, bytes.length), bytes.length > 0 && closesJSON(bytes, 0, bytes.length), request);
	const isCut = response.ok && isUntilClosed && parseJSON(response.body) === undefined;
	const { body, error, kind, statusCode } = isCut ? new ClientResponse("protocol", response.statusCode, NOT_COMPLETE, "") : response;
	return JSON.stringify([statusCode, kind, error, body]);
}

const next = bytesOf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
const nextOutcome = JSON.stringify([200, "", "", "{}"]);

/**
 * Has llhttp read what ours took for a complete response, and not a byte more. What it makes of the bytes behind is of no
 * interest: they end the connection here.
 */
async function checkReference(input: FuzzInput, { events, consumed }: Reading): Promise<void> {
	const node = await readInMemory(input.bytes.subarray(0, consumed));
	const body = events.find((event) => event.startsWith("body "))?.slice(5) ?? "";
	const open = node.untilClosed && new ParserDrive({ ...input, closed: false }).run(input.bytes).at(-1) !== "more";
	if (!node.done || node.status !== Number(events[0]) || node.body !== body || open)
		throw new Finding(`read as ${JSON.stringify(events)}, by llhttp ${JSON.stringify(node)}`);
}

/** Checks the parser against llhttp and against itself. Returns what became of the input. */
export async function checkResponse(input: FuzzInput): Promise<string> {
	const whole = read(new ParserDrive(input), input, []);
	checkFragments(input, whole);
	if (isDone(whole)) {
		await checkReference(input, whole);
		return "complete responses";
	}
	return whole.events[whole.events.length - 1] === "more" ? "unfinished responses" : "refused responses";
}
