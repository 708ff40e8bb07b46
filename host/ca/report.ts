import { isIP, isIPv6 } from "node:net";
import { CERTIFICATE_SELF_SIGNED, CERTIFICATE_UNTRUSTED } from "../../lib/tls/tls-error.js";
import type { Authority, Certificate } from "../../lib/tls/certificate.js";
import { areEqual } from "../../lib/tls/der.js";
import { adviceFor } from "./advice.js";
import type { Heard } from "./heard.js";
import { KnownAuthorities, readable } from "./known-authorities.js";
import type { Place } from "./place.js";
import type { SDKStore } from "./sdk-store.js";
import { fingerprintOf, issuerOf, linesOf, subjectOf } from "./shown.js";

/** What a server is judged by. */
export interface Means {
	/** The CAs to trust. */
	readonly authorities: KnownAuthorities;
	/** Where they are from. */
	readonly origin: string;
	/** undefined where MODDABLE names none. */
	readonly store: SDKStore | undefined;
	/** Text of docs/troubleshooting.md. */
	readonly page: string;
	/** Milliseconds since 1970. */
	readonly now: number;
}

export interface Report {
	readonly lines: readonly string[];
	/** Whether a device accepts the server with the CA that is shown. */
	readonly isAccepted: boolean;
	/** DER of the CA for the app; undefined where none is known. */
	readonly authority: Uint8Array | undefined;
}

export function report(place: Place, heard: Heard, means: Means): Report {
	const { authorities, now, origin } = means;
	const named = namedBy(heard, authorities);
	const accepted = named.filter((authority) => heard.verdict(new KnownAuthorities([authority])) === "");
	const fault = accepted.length > 0 ? "" : heard.verdict(authorities);
	const isUnknown = fault === CERTIFICATE_UNTRUSTED || fault === CERTIFICATE_SELF_SIGNED;
	const own = isUnknown && named.length === 0 ? privateAuthority(heard) : undefined;
	const shown = accepted.length > 0 ? accepted : named;
	return {
		isAccepted: fault === "" && !isBeyond(place, heard),
		authority: accepted[0]?.encoded ?? own,
		lines: [
			heard.address === "" ? place.text : `${place.text} at ${heard.address}`,
			...sectionOf(heard.chain.length === 1 ? "The server sends 1 certificate:" : `The server sends ${heard.chain.length} certificates:`, heard.chain, now),
			...sectionOf(`${accepted.length > 0 ? "It leads to" : "It names"} ${shown.length === 1 ? "this CA" : "these CAs"} of ${origin}:`, shown.map(({ encoded }) => encoded), now),
			"",
			...fault === "" ? acceptance(heard, accepted, means) : refusal(fault, means),
			...isUnknown && named.length === 0 ? strangerAdvice(heard, own) : [],
			...addressAdvice(place, heard),
			...heard.isAsked ? ["", "The server asks for a certificate of the client: tls.certificate and tls.key (docs/tls.md)."] : []
		]
	};
}

/** Whether devices, which look names up for IPv4 alone, can't get to where the name has led. */
function isBeyond({ host }: Place, { address }: Heard): boolean {
	return isIP(host) === 0 && isIPv6(address);
}

/** What devices can't do where Node can. */
function addressAdvice(place: Place, heard: Heard): string[] {
	if (isBeyond(place, heard))
		return ["", `But no device gets there: ${place.host} has answered by IPv6 alone, and devices look names up for IPv4 addresses (docs/network.md#ipv6).`];
	return isIPv6(place.host) ? ["", "The address is one of IPv6: the SDK's simulators connect to IPv4 addresses only, and no board was tried (docs/network.md#ipv6)."] : [];
}

/** CAs that a certificate of the server says that it is from, the first certificate's first, and those that it sends. */
function namedBy({ chain }: Heard, authorities: KnownAuthorities): Authority[] {
	return [...new Set(chain.flatMap((encoded) => {
		const certificate = readable(encoded);
		return certificate === undefined ? [] : authorities.for(certificate);
	}))];
}

/** The CA that has certified itself, above the server's own certificate or that itself, if the server sends it. */
function privateAuthority(heard: Heard): Uint8Array | undefined {
	const top = topOf(heard);
	return top !== undefined && areEqual(top.issuer, top.subject) ? top.encoded : undefined;
}

/** The last of the certificates that lead from one to the next by their names. */
function topOf({ chain }: Heard): Certificate | undefined {
	const [own, ...others] = chain.flatMap((encoded) => readable(encoded) ?? []);
	let top: Certificate | undefined;
	for (let next: Certificate | undefined = own; next !== undefined;) {
		const { issuer } = top = next;
		const place = others.findIndex(({ subject }) => areEqual(subject, issuer));
		next = place < 0 ? undefined : others.splice(place, 1)[0];
	}
	return top;
}

function sectionOf(title: string, certificates: readonly Uint8Array[], now: number): string[] {
	return certificates.length === 0 ? [] : ["", title, ...certificates.flatMap((encoded, index) => linesOf(encoded, now)
		.map((line, at) => `${at === 0 ? String(index + 1).padStart(3) : "   "}  ${line}`))];
}

function acceptance(heard: Heard, accepted: readonly Authority[], { store }: Means): string[] {
	return [
		`A device accepts this server with ${accepted.length === 1 ? "that CA" : "any one of them"}.`,
		...accepted.flatMap(({ encoded }, index) => {
			const place = accepted.length === 1 ? "" : `${index + 1}: `;
			const number = store?.numberOf(encoded);
			if (store === undefined)
				return [`${place}whether the Moddable SDK has it was not looked at: MODDABLE is not set`];
			if (number === undefined)
				return [`${place}the Moddable SDK does not have it: give it as tls.ca (--out FILE writes it)`];
			if (heard.verdict(store.only(number)) !== "")
				return [`${place}the Moddable SDK has it as ca${number}, but the certificates do not name its key: give it as tls.ca (--out FILE writes it)`];
			return [`${place}the Moddable SDK has it as ca${number}. In the app's manifest.json: "resources": { "*": ["$(MODULES)/crypt/data/ca${number}"] }`];
		})
	];
}

function refusal(fault: string, { page }: Means): string[] {
	const advice = adviceFor(fault, page);
	return [
		`A device refuses this server: ${fault}`,
		...advice === undefined ? [] : [...advice.cause === "" ? [] : [`  Cause: ${advice.cause}`], `  What to do: ${advice.remedy}`]
	];
}

/** What to do when nobody here knows who has signed the last certificate. */
function strangerAdvice(heard: Heard, own: Uint8Array | undefined): string[] {
	const top = topOf(heard);
	if (top === undefined)
		return [];
	if (own === undefined) {
		return [
			"",
			`Neither the server nor this list has the certificate of ${issuerOf(top.encoded)}, which signed the last one.`,
			"- If that is a public CA's: the server must send it too (fullchain.pem instead of cert.pem).",
			"- If it is a CA of your own: take its certificate from where it was made, and look again with --ca FILE."
		];
	}
	const fault = heard.verdict(KnownAuthorities.of([own]));
	const isServers = areEqual(own, heard.chain[0]);
	return [
		"",
		`${isServers ? "The server's certificate has signed itself" : "It is a private CA"}: ${subjectOf(own)}. No device has it before the app brings it.`,
		`  SHA-256 ${fingerprintOf(own)}`,
		`Whoever answers can send any certificate. Ask whoever runs the ${isServers ? "server" : "CA"} for its SHA-256. If it is the same:`,
		"- --out FILE writes it in DER, and the app gives it as tls.ca.",
		fault === "" ? "- A device that trusts it accepts this server." : `- A device that trusts it still refuses this server: ${fault}`
	];
}
