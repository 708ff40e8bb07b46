import { readCertificate } from "../../lib/moddable/tls/certificate.js";
import { readKey } from "../../lib/moddable/tls/public-key.js";
import { primitives } from "../../lib/moddable/tls/sdk-primitives.js";
import { ECDSA_SHA256, RSA_SHA256, type SignatureAlgorithm, verifySignature } from "../../lib/moddable/tls/signature.js";
import { fromHex } from "./bytes.js";
import type { SignatureJob } from "./jobs.js";

const algorithms: Readonly<Record<string, SignatureAlgorithm>> = {
	"1.2.840.113549.1.1.11": RSA_SHA256,
	"1.2.840.113549.1.1.12": { key: "RSA", hash: "SHA384" },
	"1.2.840.113549.1.1.13": { key: "RSA", hash: "SHA512" },
	"1.2.840.10045.4.3.2": ECDSA_SHA256,
	"1.2.840.10045.4.3.3": { key: "EC", hash: "SHA384" },
	"1.2.840.10045.4.3.4": { key: "EC", hash: "SHA512" }
};

/** Whether the key has signed the message, by the function that checks certificates. */
export function verdictOfSignature({ certificate, algorithm, message, signature }: SignatureJob): string {
	const key = readKey(readCertificate(fromHex(certificate)).key, primitives);
	const known = algorithms[algorithm];
	return known !== undefined && verifySignature(known, key, fromHex(message), fromHex(signature), primitives) ? "valid" : "invalid";
}
