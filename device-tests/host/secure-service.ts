import { identityOf } from "../../tools/tls/certificates.js";
import { SecureListener } from "../../tools/tls/secure-listener.js";
import { pairOf } from "../../tools/verifying-servers.js";
import { leaf, root } from "../../tools/x509/certificate.js";
import { pemOf } from "../../tools/x509/der.js";
import { ecKeys } from "../../tools/x509/keys.js";

/** A service behind TLS with a CA of its own, and behind TLS that asks for a client's certificate. */
export class SecureService {
	/** What docs/tls.md names as resources, DER, by name. */
	readonly files: Readonly<Record<string, Uint8Array>>;
	readonly #open: SecureListener;
	readonly #verifying: SecureListener;

	private constructor(files: Readonly<Record<string, Uint8Array>>, open: SecureListener, verifying: SecureListener) {
		this.files = files;
		this.#open = open;
		this.#verifying = verifying;
	}

	/** @param target port of the service, on loopback */
	static async start(target: number): Promise<SecureService> {
		const authority = root("My CA", ecKeys()), clients = root("Our devices", ecKeys());
		const identity = identityOf(leaf(authority, ecKeys()));
		const device = pairOf(clients);
		return new SecureService(
			{ "my-ca": authority.der, device: device.certificate[0], "device-key": device.key },
			await new SecureListener(identity, target).open(),
			await new SecureListener(identity, target, { ca: pemOf(clients.der), requestCert: true, rejectUnauthorized: true }).open()
		);
	}

	/** Address of the one that asks for a certificate if a snippet gives one, else of the other. */
	urlFor(snippet: string): string {
		return `https://localhost:${(snippet.includes("certificate, key") ? this.#verifying : this.#open).port}`;
	}

	close(): void {
		this.#open.close();
		this.#verifying.close();
	}
}
