/** Certificates as they can be read. */
import { type KeyObject, X509Certificate } from "node:crypto";

const curves: Readonly<Record<string, string>> = { prime256v1: "P-256", secp384r1: "P-384", secp521r1: "P-521" };

/**
 * Lines about a certificate.
 * @param der DER, perhaps malformed
 * @param now milliseconds since 1970
 */
export function linesOf(der: Uint8Array, now: number): string[] {
	let certificate: X509Certificate;
	try {
		certificate = new X509Certificate(der);
	}
	catch {
		return ["no certificate that can be read"];
	}
	const { issuer, subject, validFrom, validTo } = certificate;
	return [
		subjectText(certificate),
		`issued by  ${issuer === subject ? "itself" : nameText(issuer)}`,
		`key        ${keyText(certificate)}`,
		`valid      ${dateText(validFrom)} to ${dateText(validTo)}${validityText(Date.parse(validFrom), Date.parse(validTo), now)}`
	];
}

/** Name of whom the certificate is for, or of whom it is from. */
export function subjectOf(der: Uint8Array): string {
	return subjectText(new X509Certificate(der));
}

export function issuerOf(der: Uint8Array): string {
	return nameText(new X509Certificate(der).issuer);
}

export function fingerprintOf(der: Uint8Array): string {
	return new X509Certificate(der).fingerprint256;
}

/** The names that it is for, where the subject has none. */
function subjectText({ subject, subjectAltName }: X509Certificate): string {
	return nameText(subject) || nameText(subjectAltName) || "without a name";
}

/**
 * In one line, the most particular part first; a server's bytes do nothing to the terminal.
 * @param name undefined for an empty one, which Node's types don't say
 */
function nameText(name: string | undefined = ""): string {
	return name.split("\n").reverse().join(", ").replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
}

function keyText(certificate: X509Certificate): string {
	let key: KeyObject;
	try {
		key = certificate.publicKey;
	}
	catch {
		return "of an unknown kind";
	}
	const { modulusLength, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
	const kind = key.asymmetricKeyType ?? "";
	return modulusLength === undefined ? curves[namedCurve] ?? (namedCurve || kind) : `${kind.toUpperCase()} of ${modulusLength} bits`;
}

function dateText(date: string): string {
	const milliseconds = Date.parse(date);
	return Number.isNaN(milliseconds) ? "an unknown date" : new Date(milliseconds).toISOString().slice(0, 10);
}

function validityText(from: number, to: number, now: number): string {
	if (now > to)
		return ": EXPIRED";
	return now < from ? ": NOT YET VALID" : "";
}
