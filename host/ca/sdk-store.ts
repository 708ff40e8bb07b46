import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Authority, Certificate } from "../../lib/tls/certificate.js";
import { IDENTIFIER_SIZE, storedIssuers } from "../../lib/tls/stored-issuers.js";
import type { TrustedAuthorities } from "../../lib/tls/trust.js";

/** The CAs that the Moddable SDK brings, in a folder of this machine. */
export class SDKStore {
	private readonly folder: string;
	private readonly index: Uint8Array;

	/**
	 * @param sdk folder of the SDK, what MODDABLE names
	 * @throws Error when there are no CAs in it
	 */
	constructor(sdk: string) {
		this.folder = join(sdk, "modules", "crypt", "data");
		if (!existsSync(join(this.folder, "ca.ski")))
			throw new Error(`MODDABLE names no Moddable SDK: ${join(this.folder, "ca.ski")} is not there`);
		this.index = new Uint8Array(readFileSync(join(this.folder, "ca.ski")));
	}

	/** Number of the CA with just this certificate; undefined when the SDK has it not. */
	numberOf(certificate: Uint8Array): number | undefined {
		const numbers = Array.from({ length: this.index.length / IDENTIFIER_SIZE }, (_, number) => number);
		return numbers.find((number) => Buffer.compare(this.encoded(number) ?? Buffer.of(), certificate) === 0);
	}

	/** What a device trusts whose app lists that CA alone. */
	only(number: number): TrustedAuthorities {
		const encoded = (other: number): Uint8Array | undefined => other === number ? this.encoded(other) : undefined;
		return { encoded, for: (certificate: Certificate): readonly Authority[] => storedIssuers(certificate, () => this.index, encoded) };
	}

	private encoded(number: number): Uint8Array | undefined {
		const path = join(this.folder, `ca${number}.der`);
		return existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined;
	}
}
