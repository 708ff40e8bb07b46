import { element, generalizedText, GENERALIZED_TIME, time, timeOf, UTC_TIME } from "../der.js";
import { root } from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

const day = 86_400_000; // milliseconds
const expired = /expired/;
const early = /not yet valid/;

/** Times that are none (RFC 5280, 4.1.2.5). As notAfter, read carelessly, each is in the future or not a number. */
const malformed: readonly (readonly [name: string, text: string])[] = [
	["without seconds", "4001010000Z"],
	["without Z", "400101000000"],
	["with an offset", "400101000000+0000"],
	["month 13", "401301000000Z"],
	["month 0", "400001000000Z"],
	["day 0", "400100000000Z"],
	["30 February", "400230000000Z"],
	["29 February of a common year", "410229000000Z"],
	["31 April", "400431000000Z"],
	["hour 24", "400101240000Z"],
	["minute 60", "400101006000Z"],
	["second 60", "400101000060Z"],
	["letters", "4a0101000000Z"],
	["all letters", "xxxxxxxxxxxxZ"],
	["a sign", "40+101000000Z"],
	["a space", "40 101000000Z"],
	["a NUL", "40\u00000101000000Z"],
	["empty", ""],
	["only Z", "Z"]
];

const malformedGeneralized: readonly (readonly [name: string, text: string])[] = [
	["fractions of a second", "20600101000000.5Z"],
	["without seconds", "206001010000Z"],
	["without Z", "20600101000000"],
	["with an offset", "20600101000000+0100"],
	["30 February", "20600230000000Z"],
	["hour 24", "20600101240000Z"],
	["letters", "2o600101000000Z"],
	["two digits of a year", "600101000000Z"]
];

export function validityCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "validity");
	const now = Date.now();
	const under = (from: Uint8Array, to: Uint8Array): readonly Uint8Array[] => [world.under({ from, to }).der];
	const past = time(now - day);
	const future = time(now + day);
	table.accept("begun and not ended", under(past, future));
	table.accept("ends in 2049, as UTCTime", under(past, timeOf(UTC_TIME, "491231235959Z")));
	table.accept("ends in 2050, as GeneralizedTime", under(past, timeOf(GENERALIZED_TIME, "20500101000000Z")));
	table.accept("never ends (RFC 5280, 4.1.2.5)", under(past, timeOf(GENERALIZED_TIME, "99991231235959Z")));
	table.accept("ends on 29 February", under(past, timeOf(UTC_TIME, "480229000000Z")));
	table.accept("began in 1999", under(timeOf(UTC_TIME, "990101000000Z"), future));
	table.refuse("leaf ended", under(time(now - 2 * day), past), { why: expired });
	table.refuse("leaf ended 5 seconds ago", under(past, time(now - 5000)), { why: expired });
	table.refuse("leaf begins tomorrow", under(future, time(now + 2 * day)), { why: early });
	table.refuse("leaf ended in the last century", under(timeOf(UTC_TIME, "500101000000Z"), timeOf(UTC_TIME, "990101000000Z")), { why: expired });
	table.refuse("begins tomorrow and ended yesterday", under(future, past));
	table.refuse("intermediate ended", world.below({ from: time(now - 2 * day), to: past }), { why: expired });
	table.refuse("intermediate begins tomorrow", world.below({ from: future, to: time(now + 2 * day) }), { why: early });
	const ended = root("Root", world.rootKeys, { from: time(now - 2 * day), to: past });
	table.refuse("CA ended", [world.under().der], { authorities: [ended.der], why: expired });
	const later = root("Root", world.rootKeys, { from: future, to: time(now + 2 * day) });
	table.refuse("CA begins tomorrow", [world.under().der], { authorities: [later.der], why: early });
	for (const [name, text] of malformed) {
		table.refuse(`notAfter is UTCTime ${name}`, under(past, timeOf(UTC_TIME, text)));
		table.refuse(`notBefore is UTCTime ${name}`, under(timeOf(UTC_TIME, text.replace(/^4/, "1")), future));
	}
	for (const [name, text] of malformedGeneralized)
		table.refuse(`notAfter is GeneralizedTime ${name}`, under(past, timeOf(GENERALIZED_TIME, text)));
	table.refuse("intermediate's notAfter is no date", world.below({ to: timeOf(UTC_TIME, "xxxxxxxxxxxxZ") }));
	table.refuse("GeneralizedTime's text in a UTCTime", under(past, timeOf(UTC_TIME, generalizedText(now + day))));
	table.refuse("UTCTime's text in a GeneralizedTime", under(past, timeOf(GENERALIZED_TIME, generalizedText(now + day).slice(2))));
	table.refuse("a text for a time", under(past, element(0x16, new TextEncoder().encode("400101000000Z"))));
	return table.cases;
}
