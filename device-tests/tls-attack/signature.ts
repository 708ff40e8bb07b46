import Session from "ssl/session";
import X509 from "x509";
import { fromHex } from "./bytes.js";
import type { SignatureJob } from "./jobs.js";

const manager = new Session({ protocolVersion: 0x303 }).certificateManager;

/** Whether the key has signed the message, by the function that checks certificates. */
export function verdictOfSignature({ certificate, algorithm, message, signature }: SignatureJob): string {
	const key = X509.decodeSPKI(fromHex(certificate));
	const algo = Uint32Array.from(algorithm.split(".").map(Number));
	return manager._verify(key, { tbs: fromHex(message), algo, sig: fromHex(signature), spki: key }) ? "valid" : "invalid";
}
