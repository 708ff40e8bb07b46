import { JsonScanner } from "../../lib/json-scanner.js";
import { Random } from "../random.js";
import { Finding, type FuzzInput } from "./input.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What the scanner finds in a text that is handed to it in fragments. */
function scan(scanner: JsonScanner, { bytes, name }: FuzzInput, cuts: readonly number[]): string {
	scanner.reset(encoder.encode(name));
	let from = 0;
	for (const to of [...cuts, bytes.length]) {
		scanner.scan(bytes, from, to);
		from = to;
	}
	const { start, end } = scanner;
	if (start < 0 || end < 0)
		return "nothing";
	if (start > end || end >= bytes.length)
		throw new Finding(`the value lies from ${start} to ${end}`);
	return `value ${Buffer.from(bytes.subarray(start, end)).toString("latin1")}`;
}

/**
 * What JSON.parse finds, undefined for what is not JSON. The text is parsed with each escape written out, so that names
 * with escapes are other names, as documented, and values are as they stand in the text.
 */
function expected({ bytes, name }: FuzzInput): string | undefined {
	let root: unknown;
	try {
		const text = decoder.decode(bytes);
		JSON.parse(text);
		root = JSON.parse(text.replace(/\\(.)/gs, (_, escape: string) => "\\\\" + plain(escape)));
	}
	catch {
		return undefined;
	}
	const isObject = typeof root === "object" && root !== null && !Array.isArray(root) && Object.hasOwn(root, name);
	const value = isObject ? (root as Record<string, unknown>)[name] : undefined;
	return typeof value === "string" ? `value ${Buffer.from(value).toString("latin1")}` : "nothing";
}

/** A character for an escape that can stand in a text as it is. */
function plain(escape: string): string {
	return escape === "\"" || escape === "\\" ? "q" : escape;
}

/** Checks the scanner against JSON.parse and against itself. Returns what there was to find. */
export function checkJSON(input: FuzzInput): string {
	const scanner = new JsonScanner();
	const { bytes } = input;
	const whole = scan(scanner, input, []);
	const random = new Random(input.cuts);
	const some: number[] = [];
	for (let at = random.below(20); at < bytes.length; at += random.below(20))
		some.push(at);
	for (const cuts of [some, [random.below(bytes.length + 1)], Array.from(bytes, (_, at) => at)]) {
		const found = scan(scanner, input, cuts);
		if (found !== whole)
			throw new Finding(`${found} when cut at ${cuts.join(", ")}, else ${whole}`);
	}
	const right = expected(input);
	if (right !== undefined && whole.replace(/\\(.)/gs, (_, escape: string) => "\\" + plain(escape)) !== right)
		throw new Finding(`${whole}, by JSON.parse ${right}`);
	return right === undefined ? "no JSON" : whole === "nothing" ? "JSON without the member" : "JSON with the member";
}
