/** TLS of the image, against servers with short and long chains: what a handshake takes of the stack that an ESP32 has. */
import { type Identity, identityOf } from "../../tools/tls/certificates.js";
import { SecureListener } from "../../tools/tls/secure-listener.js";
import { alternativeNames, authorityExtensions, extension, intermediate, leaf, leafExtensions, type Made, root } from "../../tools/x509/certificate.js";
import { ascii, element, sequence } from "../../tools/x509/der.js";
import { ecKeys, type Keys, rsaKeys } from "../../tools/x509/keys.js";
import { buildFlash, type Emulator, faultOf, keep, note, runFlash, withService } from "./emulator-image.js";

/** CAs between the leaf and the root: with the leaf and the root, as many certificates as a server may send. */
const longest = 6;

/** Slots of the stack that must be left to the app that a callback runs in. */
const STACK_LEFT = 64;

/** Bytes of the system's heap that must have stayed free, of the 228 KB that an image without Wi-Fi has: Wi-Fi wants some 60 KB of them. */
const HEAP_LEFT = 150_000;

/** Milliseconds without a line, and for the run. */
const patience = 300_000, deadline = 1_800_000;

interface Place {
	readonly identity: Identity;
	readonly authority: Uint8Array;
	/** `ok`, `resumed`, or the error that must come. */
	readonly wanted: string;
}

/** Name constraints (RFC 5280, 4.2.1.10) that permit DNS names. */
function permits(...names: readonly string[]): Uint8Array {
	return extension("2.5.29.30", sequence(element(0xa0, ...names.map((name) => sequence(element(0x82, ascii(name)))))), true);
}

function chainOf(keys: Keys, above: readonly Made[], own: Made): Identity {
	return identityOf({ ...own, keys }, ...above);
}

function makePlaces(): Readonly<Record<string, Place>> {
	const rsa = rsaKeys(), curve = ecKeys();
	const rsaRoot = root("RSA Test CA", rsaKeys()), curveRoot = root("Curve Test CA", ecKeys());
	const middle = intermediate("Intermediate Test CA", rsaKeys(), rsaRoot);
	const dns = ["localhost", "records.test", "other.test"];
	const above: Made[] = [rsaRoot];
	for (let left = longest; left > 0; left--)
		above.unshift(intermediate(`Test CA ${left}`, rsaKeys(), above[0] ?? rsaRoot, { extensions: [...authorityExtensions(), permits(...dns)] }));
	const last = above[0] ?? rsaRoot;
	const forgedLast = { ...last, keys: rsaKeys() };
	const narrow = intermediate("Narrow Test CA", rsaKeys(), middle, { extensions: [...authorityExtensions(), permits("example.org")] });
	const names = [...leafExtensions().slice(0, 2), alternativeNames(...dns)];
	const place = (authority: Made, identity: Identity, wanted = "ok"): Place => ({ authority: authority.der, identity, wanted });
	return {
		"p256": place(curveRoot, chainOf(curve, [curveRoot], leaf(curveRoot, curve))),
		"rsa": place(rsaRoot, chainOf(rsa, [middle, rsaRoot], leaf(middle, rsa))),
		"resumed": place(curveRoot, chainOf(curve, [curveRoot], leaf(curveRoot, curve)), "resumed"),
		"longest": place(rsaRoot, chainOf(rsa, above, leaf(last, rsa, { extensions: names }))),
		"forged": place(rsaRoot, chainOf(rsa, above, leaf(forgedLast, rsa)), "certificate is not signed by a trusted CA"),
		"not-permitted": place(rsaRoot, chainOf(rsa, [narrow, middle, rsaRoot], leaf(narrow, rsa)), "certificate is for a name that its CA may not certify")
	};
}

/** Log-in and a record with each server, on the heap and the stack that the SDK gives an ESP32-C3. */
export async function runTLS(emulator: Emulator): Promise<void> {
	const { results, show } = emulator;
	const servers: SecureListener[] = [];
	await withService(emulator, "tls", async (service) => {
		const entries: string[] = [];
		const places = makePlaces();
		for (const [name, place] of Object.entries(places)) {
			const server = await new SecureListener(place.identity, service.port).open();
			servers.push(server);
			entries.push([name, server.port, place.wanted.replaceAll(" ", "_")].join(":"));
		}
		const authorities = [...new Set(Object.values(places).map(({ authority }) => Buffer.from(authority).toString("hex")))];
		const flash = await buildFlash(emulator, "tls", { servers: entries.join(), authority: authorities.join() });
		let isDone = false;
		const ended = await runFlash(emulator, flash, {
			patience, deadline,
			onLine(line, control) {
				const [, name, left, least] = /^gauges (\S+): (\d+) of \d+ slots .* (\d+) at the least/.exec(line) ?? [];
				if (left !== undefined) {
					show(`  ${line}`);
					results.take(`${Number(left) >= STACK_LEFT ? "ok" : "not ok"} tls: ${name}: ${left} slots of the stack are left, ${STACK_LEFT} are wanted`);
					results.take(`${Number(least) >= HEAP_LEFT ? "ok" : "not ok"} tls: ${name}: ${least ?? ""} bytes of the heap stayed free, ${HEAP_LEFT} are wanted`);
				}
				else if (results.take(line))
					show(`  ${line}`);
				else if (line === "all done") {
					isDone = true;
					control.cut();
				}
				else
					note(emulator, "tls", line);
			}
		});
		if (!isDone)
			results.fail(`tls: ${faultOf(ended)}; its flash is kept as ${await keep(flash, "tls")}`);
	}).finally(() => servers.forEach((server) => server.close()));
}
