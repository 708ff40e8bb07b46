/** What connections over TLS cost with the chains that servers send: full handshakes and resumed ones. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { listen } from "../../tools/network/listener.js";
import { byRecord, leadTo, TCPProxy } from "../../tools/network/proxy.js";
import { address, alternativeNames, extendedKeyUsage, intermediate, keyUsage, leaf, type Made, root, serverAuth } from "../../tools/x509/certificate.js";
import { ecKeys, type Keys, rsaKeys } from "../../tools/x509/keys.js";
import type { Figures, Line } from "../figures.js";
import { type Least, leastMemory } from "../least.js";
import { find } from "../heap.js";
import type { Records } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { pemOf } from "../../tools/x509/der.js";

/** One kind of handshake with one chain. */
export interface HandshakeCosts {
	readonly name: string;
	/** A request on a new connection less one on a kept connection. */
	readonly figures: Figures;
	/** Bytes that the server sends up to its Finished. */
	readonly down: number;
	/** For a connection and one request. */
	readonly least: Least;
	/** The processor's, of a connection and one request less those without TLS; NaN where nothing counts them. */
	readonly instructions: number;
}

interface Chain {
	readonly name: string;
	/** What the server sends, the leaf first. */
	readonly sent: readonly Made[];
	readonly authority: Made;
}

const applicationData = 23;

/** Seconds: a run that searches the least heap takes minutes. */
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

/** @param records the service, plain */
export async function measureChains(host: Host, records: Records): Promise<readonly HandshakeCosts[]> {
	const folder = await mkdtemp(join(tmpdir(), "records-bench-"));
	try {
		const handshakes: HandshakeCosts[] = [];
		for (const [index, chain] of makeChains().entries()) {
			const authority = join(folder, `authority-${index}.der`);
			await writeFile(authority, chain.authority.der);
			const trusting: Host = {
				...host,
				run: (script, globals, memory, patience) => host.run(script, { ...globals, authority }, memory, patience),
				instructions: async (script, globals) => host.instructions?.(script, { ...globals, authority })
			};
			await withServer(Number(new URL(records.url).port), chain, async (url, downs) => {
				handshakes.push(...await measureHandshakes(trusting, chain.name, url, records.url, downs));
			});
		}
		return handshakes;
	}
	finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function figuresOf(lines: readonly Line[] | undefined): readonly Figures[] {
	return (lines ?? []).flatMap((line) => line.figures ?? []);
}

/** @param use gets the base URL, and for each connection the bytes that the server sends up to its Finished */
async function withServer(port: number, { sent }: Chain, use: (url: string, downs: readonly number[]) => Promise<void>): Promise<void> {
	const key = sent[0]?.keys.privateKey.export({ type: "pkcs8", format: "pem" });
	const server = await listen(createServer({ cert: sent.map(({ der }) => pemOf(der)).join(""), key, maxVersion: "TLSv1.2", sessionTimeout }, (socket) => leadTo(port, socket)));
	const downs: number[] = [];
	const proxy = await TCPProxy.open((server.address() as AddressInfo).port, ({ number: connection }) => {
		let isOpen = false;
		downs[connection] = 0;
		return {
			up: byRecord((record) => {
				isOpen ||= record[0] === applicationData;
				return record;
			}),
			down: byRecord((record) => {
				downs[connection] = (downs[connection] ?? 0) + (isOpen ? 0 : record.length);
				return record;
			})
		};
	});
	try {
		await use(`https://127.0.0.1:${proxy.port}`, downs);
	}
	finally {
		proxy.close();
		server.close();
	}
}

/** @param plain the same service without TLS */
async function measureHandshakes(host: Host, name: string, url: string, plain: string, downs: readonly number[]): Promise<readonly HandshakeCosts[]> {
	const lines = await host.run("ours-handshakes", { settings: JSON.stringify({ url }) });
	const figures = figuresOf(lines);
	const session = lines?.find((line) => line.session !== undefined)?.session ?? "";
	const [full = 0, resumed = 0] = downs.slice(-2);
	const instructions = async (base: string, given: string): Promise<number> => await host.instructions?.("ours-handshake-creates", { settings: JSON.stringify({ url: base, session: given }) }) ?? NaN;
	const without = await instructions(plain, "");
	const cost = async (kind: string, down: number, given: string): Promise<HandshakeCosts> => ({
		instructions: await instructions(url, given) - without,
		name: `${name}: ${kind}`, down, figures: difference(find(figures, kind), find(figures, "request")),
		least: await leastMemory(async (memory) => {
			const made = await host.run("ours-handshake-creates", { settings: JSON.stringify({ url, session: given }) }, memory);
			return made?.[0]?.creates;
		})
	});
	return [await cost("full", full, ""), await cost("resumed", resumed, session)];
}

/** What one operation takes more than another. */
export function difference(more: Figures, less: Figures): Figures {
	return { ...more, slots: more.slots - less.slots, bytes: more.bytes - less.bytes, chunks: more.chunks - less.chunks, computrons: more.computrons - less.computrons };
}
