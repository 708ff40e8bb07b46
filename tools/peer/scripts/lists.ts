import { type Action, answer, type Asked, cut, json, next, pause, type Reply, reset, type Scripts, send } from "../script.js";

/** Records of the scripted lists. */
const RECORDS = 60;

/** A record by its number: texts with what may stand between records, nested lists, characters of one to four bytes. */
function record(number: number): object {
	return {
		collectionId: "pbc_3142635823", id: `r${String(number).padStart(14, "0")}`, number, text: number % 3 === 0 ? '},{"a":"}],' : "21 °C, aüß€😀\\\"",
		list: number % 5 === 0 ? [{ a: 1 }, { b: [2, { c: 3 }] }, {}, { d: 4 }, { e: 5 }] : number % 7 === 0 ? [{ a: 1 }] : [],
		filler: "f".repeat(150)
	};
}

/** The page that a path asks for: what comes after an id, as many as perPage says. */
function pageOf({ path }: Asked, spaces?: number): string {
	const query = new URL(path, "http://peer").searchParams;
	const perPage = Number(query.get("perPage"));
	const [, after = ""] = /^id>'(\w+)'$/.exec(query.get("filter") ?? "") ?? [];
	const items = Array.from({ length: RECORDS }, (_, number) => record(number)).filter((item) => (item as { id: string }).id > after).slice(0, perPage);
	return JSON.stringify({ items, page: 1, perPage, totalItems: -1, totalPages: -1 }, undefined, spaces);
}

function chunked(page: string, size: number): string {
	const bytes = Buffer.from(page);
	let text = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
	for (let at = 0; at < bytes.length; at += size) {
		const chunk = bytes.subarray(at, at + size);
		text += `${chunk.length.toString(16)}\r\n${chunk.toString("latin1")}\r\n`;
	}
	return `${text}0\r\n\r\n`;
}

function whole(asked: Asked): string {
	return json(JSON.parse(pageOf(asked)));
}

/** The same with another list in record 7. */
function withSeventh(asked: Asked, list: unknown): string {
	const page = JSON.parse(pageOf(asked)) as { items: { number: number; list: unknown }[] };
	for (const item of page.items.filter(({ number }) => number === 7))
		item.list = list;
	return json(page);
}

/** The beginning of a page on each odd connection, all of it on the others. */
function broken(asked: Asked, ending: Action[]): Action[] {
	const bytes = Buffer.from(whole(asked));
	return asked.connection % 2 === 0 ? [send(bytes)] : [send(bytes.subarray(0, asked.argument)), ...ending];
}

/** Pages of 60 records in the order of their ids, as the service answers for them. */
const replies: Readonly<Record<string, Reply>> = {
	"list": (asked) => [send(whole(asked))],
	// Chunks of as many bytes as the script's number says.
	"list-chunked": (asked) => [send(Buffer.from(chunked(pageOf(asked), asked.argument), "latin1"))],
	"list-spaces": (asked) => [send(answer(pageOf(asked, 2), "200 OK", "content-type: application/json\r\n"))],
	"list-to-end": (asked) => [send(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${pageOf(asked)}`), { does: "close" }],
	// As many bytes as the script's number says, then the connection ends.
	"list-cut": (asked) => broken(asked, [cut]),
	"list-always-cut": (asked) => [send(Buffer.from(whole(asked)).subarray(0, asked.argument)), cut],
	"list-reset": (asked) => broken(asked, [pause(20), reset]),
	"list-stalled": (asked) => broken(asked, []),
	// The service makes smaller pages than it is asked for.
	"list-clamped": (asked) => [send(whole({ ...asked, path: asked.path.replace(/perPage=\d+/, "perPage=7") }))],
	"list-not-json": (asked) => [send(json(JSON.parse(pageOf(asked))).replace("\"number\":30", "\"number\":3+"))],
	// Record 7 is nested deeper than 16 levels, or has more values than the least limits.values.
	"list-deep": (asked) => [send(withSeventh(asked, JSON.parse("[".repeat(20) + "]".repeat(20))))],
	"list-many-values": (asked) => [send(withSeventh(asked, Array<number>(1101).fill(0)))],
	"list-object": () => [send(json({ id: "one", items: 5, filler: "f".repeat(3000) }))],
	"list-html": () => [send(answer(`<html>${"portal ".repeat(500)}</html>`, "200 OK", "content-type: text/html\r\n"))],
	"list-refused": (asked) => [send(asked.number === 2 ? json({ data: {}, message: "Something went wrong.", status: 400 }, "400 Bad Request") : whole(asked))]
};

/** The same by the name that stands in the path; what is no list gets `next`. */
export const listScripts: Scripts = Object.fromEntries(Object.entries(replies)
	.map(([name, reply]) => [name, { reply: (asked: Asked) => asked.method === "GET" ? reply(asked) : next }]));
