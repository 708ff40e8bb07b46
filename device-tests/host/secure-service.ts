import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:tls";
import { listen } from "../../tools/network/listener.js";
import { leadTo } from "../../tools/network/proxy.js";
import { identityOf } from "../../tools/tls/certificates.js";
import { pairOf } from "../../tools/verifying-servers.js";
import { leaf, root } from "../../tools/x509/certificate.js";
import { pemOf } from "../../tools/x509/der.js";
import { ecKeys } from "../../tools/x509/keys.js";

/** A service behind TLS with a CA of its own, and behind TLS that asks for a client's certificate. */
export class SecureService {
	/** What docs/tls.md names as resources, DER, by name. */
	readonly files: Readonly<Record<string, Uint8Array>>;
	readonly #open: Server;
	readonly #verifying: Server;

	private constructor(files: Readonly<Record<string, Uint8Array>>, open: Server, verifying: Server) {
		this.files = files;
		this.#open = open;
		this.#verifying = verifying;
	}

	/** @param target port of the service, on loopback */
	static async start(target: number): Promise<SecureService> {
		const authority = root("My CA", ecKeys()), clients = root("Our devices", ecKeys());
		const { chain: [{ pem: cert }], key } = identityOf(leaf(authority, ecKeys()));
		const device = pairOf(clients);
		const serve = (options: object): Promise<Server> => listen(createServer({ cert, key, ...options }, (socket) => leadTo(target, socket)));
		return new SecureService(
			{ "my-ca": authority.der, device: device.certificate[0], "device-key": device.key },
			await serve({}), await serve({ ca: pemOf(clients.der), requestCert: true, rejectUnauthorized: true })
		);
	}

	/** Address of the one that asks for a certificate if a snippet gives one, else of the other. */
	urlFor(snippet: string): string {
		const { port } = (snippet.includes("certificate, key") ? this.#verifying : this.#open).address() as AddressInfo;
		return `https://localhost:${port}`;
	}

	close(): void {
		this.#open.close();
		this.#verifying.close();
	}
}
