/** The service behind TLS, as a proxy in front of it would have it. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { certificates } from "../../host-tests/tls/certificates.js";
import type { Records } from "../records.js";

export interface Front {
	readonly url: string;
	/** The CA to trust, as DER. */
	readonly authority: Uint8Array;
	/** Handshakes so far. */
	readonly handshakes: () => number;
}

/** Runs it for as long as `use` does. The certificate is RSA-2048; the SDK wants its issuer's to be sent, too. */
export async function withFront<T>({ url }: Records, use: (front: Front) => Promise<T>): Promise<T> {
	const { authority, identities: { good } } = await certificates();
	let handshakes = 0;
	const server = createServer({ cert: good.chain.map(({ pem }) => pem).join("\n"), key: good.key, maxVersion: "TLSv1.2" }, (client) => {
		handshakes++;
		const service = connect(Number(new URL(url).port), "127.0.0.1");
		client.setNoDelay().on("error", () => service.destroy()).pipe(service);
		service.setNoDelay().on("error", () => client.destroy()).pipe(client);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	try {
		return await use({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, authority: authority.der, handshakes: () => handshakes });
	}
	finally {
		server.close();
	}
}
