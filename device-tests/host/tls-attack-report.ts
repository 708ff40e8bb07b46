import { writeReliability } from "../../tools/report/reliability-file.js";
import { count, row } from "../../tools/report/table.js";
import { unread } from "../../tools/x509/signed-mutants.js";
import type { Attack } from "./tls-attack.js";

/** Writes the section of build/measurements/reliability.md. */
export function writeAttacks(attacks: readonly Attack[]): Promise<void> {
	const run = attacks.filter(({ missing }) => missing === "");
	const missing = attacks.filter((attack) => attack.missing !== "");
	const seconds = run.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
	return writeReliability("TLS on devices: forged, malformed and changed", [
		"",
		`Written by \`npm run test:device -- --tls-attack 1\` on ${new Date().toISOString().slice(0, 10)}; it took ${count(seconds)} seconds. `
		+ "A server's bytes come to the library's TLS socket on the Moddable SDK's simulator, over the SDK's own modules. Chain cases are certificates of our own, made byte for byte "
		+ "after the categories of x509-limbo (C2SP) and PKITS (NIST), and signed as they must be. Mutants of a chain are a leaf and an intermediate with each bit flipped, and each "
		+ "length in them moved to 17 others, with the lengths around it as they were and with such that fit. Mutants of a handshake are all that a server sends up to its Finished, with each "
		+ "bit flipped, each message cut behind each byte, and records of 1 to 96 bytes made up in place of the Finished and behind it; random numbers and clock of the device stand still, so that what the server sent once is right again. A verdict that takes longer than two minutes counts as a "
		+ "hang; the app is killed then and goes on behind it.",
		"",
		row(["attack", "tried", "wrong verdicts", "hangs", "aborts", "good, and taken", "seconds"]),
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
		...run.map(({ name, asked, faults, hangs, aborts, accepted, milliseconds }) => row([name, ...[asked, faults.length, hangs, aborts, accepted, milliseconds / 1000].map(count)])),
		"",
		...missing.map(({ name, missing: why }) => `Not run: ${name}: ${why}.`),
		...missing.length > 0 ? [""] : [],
		"Good are the chain or handshake as it is; those cases that must be accepted; and in handshakes the minor version in the header of a record that is not encrypted, which "
		+ "nothing depends on (RFC 5246, E.1; RFC 8446, 5.1: it is ignored). No other mutant of a chain or a handshake was taken.",
		"",
		"Mutants that the CA has signed are a leaf and an intermediate with a bit flipped or a length moved before they are signed. Node's TLS is asked about each that is taken. "
		+ "A verdict is wrong when Node refuses, but for what OpenSSL reads and the library does not:",
		"",
		...Object.entries(unread).map(([part, reason]) => `- ${part}: ${reason}.`),
		"",
		"Strangers' messages have too many of something, are too long, or are made up by a seed. They come over TCP to the client in an app with the heap of a board that does not grow; "
		+ "the last connection is the genuine server's, which answers.",
		""
	].join("\n"));
}
