import { checkDER, DERReader, SEQUENCE } from "../../lib/tls/der.js";
import { readKey } from "../../lib/tls/public-key.js";
import { primitives } from "../../lib/moddable/tls/sdk-primitives.js";
import { signatureAlgorithm, verifySignature } from "../../lib/tls/signature.js";
import { fromHex } from "./bytes.js";
import type { SignatureJob } from "./jobs.js";

/** Whether the key has signed the message, by the functions that check certificates. */
export function verdictOfSignature({ algorithm, info, message, signature }: SignatureJob): string {
	const known = signatureAlgorithm(contentOf(algorithm));
	if (known === undefined)
		return "algorithm unknown";
	return verifySignature(known, readKey(contentOf(info), primitives), [fromHex(message)], fromHex(signature), primitives) ? "valid" : "invalid";
}

/** What is in a SEQUENCE. */
function contentOf(text: string): Uint8Array {
	const bytes = fromHex(text);
	checkDER(bytes);
	return new DERReader(bytes).read(SEQUENCE);
}
