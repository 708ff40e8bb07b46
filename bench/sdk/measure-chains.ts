/** What connections over TLS cost with the chains that servers send: full handshakes and resumed ones. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identityOf } from "../../tools/tls/certificates.js";
import { SecureListener } from "../../tools/tls/secure-listener.js";
import { address, alternativeNames, extendedKeyUsage, intermediate, keyUsage, leaf, type Made, root, serverAuth } from "../../tools/x509/certificate.js";
import { ecKeys, type Keys, rsaKeys } from "../../tools/x509/keys.js";
import { difference, find } from "../heap.js";
import type { Records } from "../../tools/records.js";
import { costsOf, type Row, type Rows } from "../rows.js";
import { type Host, runScript } from "../runner.js";

interface Chain {
	readonly name: string;
	/** What the server sends, the leaf first. */
	readonly sent: readonly [Made, ...Made[]];
	readonly authority: Made;
}

/** Seconds: a run under valgrind takes minutes. */
const sessionTimeout = 86_400;

/** The chains: the friendliest; the shape of ISRG's with RSA; that with curves, whose CAs have the larger one. */
function makeChains(): readonly Chain[] {
	const [authority, large, curve] = [root("Root RSA-2048", rsaKeys()), root("Root RSA-4096", rsaKeys(4096)), root("Root P-384", ecKeys("secp384r1"), { hash: "SHA384" })];
	const middle = intermediate("Intermediate RSA-2048", rsaKeys(), large);
	const middleCurve = intermediate("Intermediate P-384", ecKeys("secp384r1"), curve, { hash: "SHA384" });
	return [
		{ name: "RSA leaf", sent: [serverLeaf(authority, rsaKeys())], authority },
		{ name: "RSA leaf, intermediate, RSA-4096 root", sent: [serverLeaf(middle, rsaKeys()), middle], authority: large },
		{ name: "P-256 leaf, P-384 intermediate and root", sent: [serverLeaf(middleCurve, ecKeys(), "SHA384"), middleCurve], authority: curve }
	];
}

function serverLeaf(signer: Made, keys: Keys, hash: "SHA256" | "SHA384" = "SHA256"): Made {
	return leaf(signer, keys, { hash, extensions: [keyUsage(0x80, 7), extendedKeyUsage(serverAuth), alternativeNames(address(127, 0, 0, 1))] });
}

/** A host whose scripts find a CA's certificate. @param authority path of its DER */
export function trusting(host: Host, authority: string): Host {
	return {
		...host,
		run: (script, globals, memory, patience) => host.run(script, { ...globals, authority }, memory, patience),
		instructions: async (script, globals) => host.instructions?.(script, { ...globals, authority })
	};
}

/** What a request on a new connection takes more than one on a kept connection. @param records the service, plain @param folder for certificates */
export async function measureChains(host: Host, records: Records, folder: string): Promise<Rows> {
	const rows: Record<string, Row> = {};
	for (const { authority, name, sent } of makeChains()) {
		const path = join(folder, "chain.der");
		await writeFile(path, authority.der);
		const server = await new SecureListener(identityOf(...sent), Number(new URL(records.url).port), { sessionTimeout }).open();
		for (const [kind, row] of Object.entries(await measureHandshakes(trusting(host, path), server.url, records.url)))
			rows[`a ${kind} TLS handshake, ${name}`] = row;
		server.close();
	}
	return rows;
}

/** @param plain the same service without TLS */
async function measureHandshakes(host: Host, url: string, plain: string): Promise<Readonly<Record<"full" | "resumed", Row>>> {
	const { figures, lines } = await runScript(host, "ours-handshakes", { url });
	const session = lines.find((line) => line.session !== undefined)?.session ?? "";
	const instructions = async (base: string, given: string): Promise<number> => await host.instructions?.("ours-handshake-creates", { settings: JSON.stringify({ url: base, session: given }) }) ?? NaN;
	const without = await instructions(plain, "");
	const cost = async (kind: string, given: string): Promise<Row> => ({
		...costsOf(host, difference(find(figures, kind), find(figures, "request"))), instructions: await instructions(url, given) - without
	});
	return { full: await cost("full", ""), resumed: await cost("resumed", session) };
}
