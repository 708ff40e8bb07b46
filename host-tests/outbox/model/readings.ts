import type { Random } from "../../../tools/random.js";
import type { Fields } from "./ram-service.js";
import { OWN_TIME, STAMP_ROOM } from "./times.js";

/** What the service and the outbox make of a reading. */
export type Sort = "good" | "invalid" | "foreign" | "refused";

/** A reading to put. */
export interface Reading {
	/** Tells it from all others: its value. */
	readonly serial: number;
	readonly sort: Sort;
	/** What `put` is given. */
	readonly put: string | object;
	/** JSON text of what its record must hold, but for what the outbox adds. */
	readonly fields: string;
	/** Whether it says itself when it was taken. */
	readonly isOwn?: boolean;
}

/** Whom readings name. */
export interface Sensors {
	/** In each good reading. */
	readonly sensor: string;
	/** Another device, for which readings are refused without a reason. */
	readonly foreignDevice: string;
}

/** Not to be taken: no JSON, no object, with an id, nested too deeply. */
const wrong: readonly unknown[] = [
	"", " ", "nothing", "{", '{"sensor":"t"', "null", "7", '["t"]', '{"id":"aaaaaaaaaaaaaaa","sensor":"t"}', "[".repeat(17) + "]".repeat(17),
	`{"extra":${"[".repeat(16)}${"]".repeat(16)}}`, undefined, null, 7, [], ["t"], { id: "" }, () => 7, { toJSON: () => undefined }, { toJSON: () => "t" }
];

/** What JSON and UTF-8 write in different ways. The kit refuses U+0000, which SQLite can't compare. */
const letters = ["a", "0", "\\", '"', "\n", "°", "é", "€", "\u{1f321}", " ", "}", "{", "\u007f", "\u0001"];

/**
 * Makes a reading out of dice.
 * @param longest bytes of the longest that is taken
 * @param stamps whether the outbox adds when it was taken
 */
export function readingOf(random: Random, serial: number, longest: number, stamps: boolean, { foreignDevice, sensor }: Sensors): Reading {
	const kind = random.below(40);
	if (kind === 0)
		return { serial, sort: "refused", put: random.pick(wrong) as string, fields: "" };
	if (kind === 1) {
		const put = JSON.stringify(padded({ sensor, value: serial }, Math.max(longest, 60) + 1 + random.below(40), random));
		return { serial, sort: "refused", put, fields: "" };
	}
	if (kind === 2)
		return written({ value: serial }, serial, "invalid", random);
	if (kind === 3)
		return written({ device: foreignDevice, value: serial }, serial, "foreign", random);

	const isOwn = random.below(6) === 0;
	const short = { sensor, value: serial, ...isOwn && { taken: OWN_TIME } };
	const most = Math.max(1, stamps && !isOwn ? longest - STAMP_ROOM : longest);
	const full = padded(short, random.below(3) === 0 ? most : random.below(most), random);
	return { ...written(random.below(4) === 0 ? short : full, serial, "good", random), isOwn };
}

/** Fields with so much more that their JSON text has `length` bytes; as they are when there is no room for more. */
function padded(fields: Fields, length: number, random: Random): Fields {
	const letter = random.pick(letters);
	const room = length - Buffer.byteLength(JSON.stringify({ ...fields, extra: [""] }));
	if (room < 0)
		return fields;
	const size = Buffer.byteLength(JSON.stringify(letter)) - 2;
	return { ...fields, extra: [letter.repeat(Math.floor(room / size)) + "-".repeat(room % size)] };
}

function written(fields: Fields, serial: number, sort: Sort, random: Random): Reading {
	const text = JSON.stringify(fields);
	return { serial, sort, put: random.pick([text, ` \t${text}\r\n`, fields]), fields: text };
}
