import { readInMemory } from "../node-parser.js";
import { ParserDrive, type TakeBody, takeBody } from "../parser-drive.js";
import { Random } from "../random.js";
import { clientEvents } from "./client-events.js";
import { Finding, type FuzzInput } from "./input.js";

/** Inputs of fewer bytes are also fed a byte at a time. */
const BY_BYTES = 300;
/** One input in so many goes through the whole HTTP client, too. */
const THROUGH_CLIENT = 16;

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
	if (length > 0 && random.below(THROUGH_CLIENT) === 0)
		compare("through the client", { events: clientEvents(input, some), consumed: whole.consumed }, withoutReuse(whole));
}

/** Whether the connection can be used again is not told by the client. */
function withoutReuse(reading: Reading): Reading {
	return { ...reading, events: reading.events.map((event) => event === "done reusable" ? "done" : event) };
}

/**
 * Has llhttp read what ours took for a complete response, and not a byte more. What it makes of the bytes behind is of no
 * interest: they end the connection here.
 */
async function checkReference(input: FuzzInput, { events, consumed }: Reading): Promise<void> {
	const node = await readInMemory(input.bytes.subarray(0, consumed), input.head);
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
