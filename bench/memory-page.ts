/** docs/memory.md, the page for users: its text is written by hand, the figures of its tables come from build/measurements/memory.md. */
import { sections } from "../tools/report/sections.js";

/** A row of the page: what its first cell says, and where its figures are measured. */
interface Source {
	readonly heading: string;
	/** Heading of the third level, undefined for all that the heading has. */
	readonly part?: string;
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
const small = { heading: "Lists, batches and signals", part: "Small entries", columns: ["bytes", "computrons"] };
const file = { heading: "Files", columns: ["bytes", "computrons"] };
const heap = { heading: sdk, part: "Least heap", columns: ["more than nothing"] };

export const sources: Readonly<Record<string, Source>> = {
	"heap, at the least, for a log-in and 50 creates": { ...heap, row: "records-client" },
	"the same over TLS": { ...heap, row: "records-client over TLS" },
	"heap of an outbox on flash": { heading: "Outbox", part: "What it adds to an app", row: "flash", columns: ["400 pending (RAM: 10)"] },
	"bytecode of the library": { ...client, row: "records-client", columns: ["bytecode"] },
	"all bytecode with TLS, the SDK's modules included": { ...modules, row: "together" },
	"construct a client": { ...operations, row: "construct" },
	"log-in": { ...operations, row: "login" },
	"create": { ...operations, row: "create" },
	"get one record": { ...operations, row: "getOne" },
	"list of 30": { ...operations, row: "list of 30" },
	"list of 500, `limits.body` 262,144": { ...operations, row: "list of 500" },
	"create over TLS": { ...tls, row: "create" },
	"create over TLS and Moddable's HTTP client": { ...tls, row: "create over Moddable's HTTP client" },
	"TLS handshake": { ...tls, row: "handshake" },
	"put a reading, flash": { ...reading, row: "flash | put, object" },
	"deliver a reading in a batch of 20, flash": { ...reading, row: "flash | delivery" },
	"a record of a list by `eachRecord`, 282 bytes": { heading: "Lists, batches and signals", part: "Streamed lists", row: "4,096", columns: ["bytes", "computrons"] },
	"a change in a batch of 20": { ...small, row: "a change in a batch of 20" },
	"filter with two values": { ...small, row: "filter with two values" },
	"a KB of a file, up": { ...file, row: "up" },
	"a KB of a file, down": { ...file, row: "down" },
	"a poll of live records that finds nothing": { heading: "Live records", row: "poll", columns: ["bytes", "computrons"] },
	"computrons of a list of 500": { heading: sdk, part: "A list of 500 behind reverse proxies", row: "list of 500, computrons", columns: ["directly", "behind haproxy", "behind nginx", "behind apache"] },
	"records-client": { ...client, row: "records-client" },
	"records-client over Moddable's HTTP client": { ...client, row: "records-client on Moddable's client" },
	"Moddable's HTTP client": { ...client, row: "Moddable's client alone" },
	"Moddable's older `Request`": { ...client, row: "the older `Request`" },
	"PocketBase's JavaScript SDK": { ...client, row: "the PocketBase SDK" }
};

/**
 * The page with the figures of the measurements. Rows whose heading was not measured stay.
 * @throws Error when a row is missing in either
 */
export function refreshed(page: string, measurements: string): string {
	const measured = sections(measurements);
	return Object.entries(sources).reduce((text, [name, source]) => {
		const line = text.split("\n").find((candidate) => candidate.startsWith(`| ${name} |`));
		if (line === undefined)
			throw new Error(`docs/memory.md has no row "${name}"`);
		const section = measured.get(source.heading);
		return section === undefined ? text : text.replace(line, () => `| ${name} | ${figures(section, source).join(" | ")} |`);
	}, page);
}

function figures(section: string, { heading, part, row, columns }: Source): readonly string[] {
	const [, after = ""] = part === undefined ? ["", section] : section.split(`### ${part}\n`);
	const lines = after.split("\n### ", 1)[0].split("\n").filter((line) => line.startsWith("|"));
	const found = lines.find((line) => line.startsWith(`| ${row} |`));
	if (found === undefined)
		throw new Error(`build/measurements/memory.md has no row "${row}" in "${part ?? heading}"`);
	const cells = cellsOf(found), names = cellsOf(lines[0]);
	return columns.map((column) => cells[names.indexOf(column)].replaceAll("*", ""));
}

function cellsOf(line: string): readonly string[] {
	return line.split("|").slice(1, -1).map((cell) => cell.trim());
}
