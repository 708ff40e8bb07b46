/** docs/memory.md, the page for users: its text is written by hand, the figures of its tables are those of bench/measurements/memory.md. */
import { sections } from "../tools/report/sections.js";

/** A row of the page: what its first cell says, and where its figures are measured. */
interface Source {
	readonly heading: string;
	readonly part: string;
	/** First cells of the measured row. */
	readonly row: string;
	readonly columns: readonly string[];
}

const sdk = "On the Moddable SDK";
const operations = { heading: sdk, part: "Each operation, by client", columns: ["**bytes**", "computrons"] };
const tls = { heading: sdk, part: "TLS", columns: ["**bytes**", "computrons"] };
const client = { heading: sdk, part: "A create, by client", columns: ["bytes", "computrons", "least heap", "connections", "bytecode"] };
const reading = { heading: "Outbox", part: "What a reading costs", columns: ["bytes", "computrons"] };
const modules = { heading: sdk, part: "Bytecode that including the library adds", columns: ["bytes"] };
const heap = { heading: sdk, part: "Least heap", columns: ["more than nothing"] };

const sources: Readonly<Record<string, Source>> = {
	"heap, at the least, for a log-in and 50 creates": { ...heap, row: "records-client" },
	"the same over TLS": { ...heap, row: "records-client over TLS" },
	"heap of an outbox on flash": { heading: "Outbox", part: "What it adds to an app", row: "flash", columns: ["400 pending (RAM: 10)"] },
	"bytecode of the library": { ...client, row: "records-client", columns: ["bytecode"] },
	"all bytecode with TLS, the SDK's modules included": { ...modules, row: "together" },
	"create": { ...operations, row: "create" },
	"get one record": { ...operations, row: "getOne" },
	"list of 30": { ...operations, row: "list of 30" },
	"list of 500": { ...operations, row: "list of 500" },
	"log-in": { ...operations, row: "login" },
	"construct a client": { ...operations, row: "construct" },
	"create over TLS": { ...tls, row: "create" },
	"TLS handshake": { ...tls, row: "handshake" },
	"put a reading, flash": { ...reading, row: "flash | put, object" },
	"deliver a reading in a batch of 20, flash": { ...reading, row: "flash | delivery" },
	"records-client": { ...client, row: "records-client" },
	"records-client over Moddable's HTTP client": { ...client, row: "records-client on Moddable's client" },
	"Moddable's HTTP client": { ...client, row: "Moddable's client alone" },
	"Moddable's older `Request`": { ...client, row: "the older `Request`" },
	"PocketBase's JavaScript SDK": { ...client, row: "the PocketBase SDK" }
};

/**
 * The page with the figures of the measurements.
 * @throws Error when a row is missing in either
 */
export function refreshed(page: string, measurements: string): string {
	const measured = sections(measurements);
	return Object.entries(sources).reduce((text, [name, source]) => {
		const line = text.split("\n").find((candidate) => candidate.startsWith(`| ${name} |`));
		if (line === undefined)
			throw new Error(`docs/memory.md has no row "${name}"`);
		return text.replace(line, () => `| ${name} | ${figures(measured.get(source.heading) ?? "", source).join(" | ")} |`);
	}, page);
}

function figures(section: string, { part, row, columns }: Source): readonly string[] {
	const [, after = ""] = section.split(`### ${part}\n`);
	const lines = after.split("\n### ", 1)[0].split("\n").filter((line) => line.startsWith("|"));
	const found = lines.find((line) => line.startsWith(`| ${row} |`));
	if (found === undefined)
		throw new Error(`bench/measurements/memory.md has no row "${row}" in "${part}"`);
	const cells = cellsOf(found), names = cellsOf(lines[0]);
	return columns.map((column) => cells[names.indexOf(column)].replaceAll("*", ""));
}

function cellsOf(line: string): readonly string[] {
	return line.split("|").slice(1, -1).map((cell) => cell.trim());
}
