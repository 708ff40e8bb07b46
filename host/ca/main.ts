/** The program records-ca: which CA a device needs for a server. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rootCertificates } from "node:tls";
import { Authorities } from "../../lib/tls/authorities.js";
import { certificatesInDER } from "../certificates.js";
import { viewOf } from "../socket-options.js";
import { type Arguments, readArguments, usage } from "./arguments.mjs";
import { ask } from "./ask.js";
import { KnownAuthorities } from "./known-authorities.js";
import { placeOf } from "./place.js";
import { report } from "./report.js";
import { SDKStore } from "./sdk-store.js";

/** @returns whether a device accepts the server */
async function run({ ca, out, server, serverName }: Arguments): Promise<boolean> {
	const place = placeOf(server, serverName);
	const { MODDABLE = "" } = process.env;
	const means = {
		authorities: ca === undefined ? KnownAuthorities.of(certificatesInDER(rootCertificates).map(viewOf))
			: new KnownAuthorities(new Authorities(certificatesInDER(new Uint8Array(readFileSync(ca)), "--ca")).for()),
		origin: ca ?? `the ${rootCertificates.length} public ones that Node knows`,
		store: MODDABLE === "" ? undefined : new SDKStore(MODDABLE),
		page: readFileSync(fileURLToPath(new URL("../docs/troubleshooting.md", import.meta.url)), "utf8"),
		now: Date.now()
	};
	const { authority, isAccepted, lines } = report(place, await ask(place), means);
	console.log(lines.join("\n"));
	if (out === undefined)
		return isAccepted;
	if (authority === undefined)
		throw new Error(`nothing was written into ${out}: no CA is known`);
	writeFileSync(out, authority, { flag: "wx" });
	console.log(`\n${out} has that certificate, in DER.`);
	return isAccepted;
}

/** Returns undefined when the program has nothing to do: `--help`, or wrong options. */
function read(): Arguments | undefined {
	try {
		const given = readArguments(process.argv.slice(2));
		if (!given.help)
			return given;
		console.log(usage);
	}
	catch (error) {
		fail(error, `\n\n${usage}`);
	}
	return undefined;
}

function fail(error: unknown, behind = ""): void {
	console.error(`error    ${(error as Error).message}${behind}`);
	process.exitCode = 1;
}

const given = read();
if (given !== undefined) {
	run(given).then((isAccepted) => {
		process.exitCode = isAccepted ? 0 : 1;
	}, (error: unknown) => fail(error));
}
