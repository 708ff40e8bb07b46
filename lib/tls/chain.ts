/** Judges a peer's chain of certificates (RFC 5280, 6.1, and RFC 9525). Imports nothing of the SDK. */
import { certificateForOther, NAMES_SHOWN, PURPOSE_REFUSED, TLSError } from "./tls-error.js";
import type { Authority } from "./certificate.js";
import { DERReader } from "./der.js";
import { DIGITAL_SIGNATURE } from "./extensions.js";
import { DNS_NAME, IP_ADDRESS, nameTag } from "./general-name.js";
import { charactersOf, IPV6_SIZE, isAddress, isFor, plainAddress, printableAddress, printableName } from "./host-names.js";
import { checkExtensions, PathSearch } from "./path.js";
import type { Primitives } from "./primitives.js";
import { type PublicKey, readKey } from "./public-key.js";
import type { Trust } from "./trust.js";

/** What a chain that is trusted says. */
export interface Verified {
	/** The peer's key. */
	readonly key: PublicKey;
	/** Milliseconds since 1970 when the first of its certificates expires, that of the CA among them. */
	readonly to: number;
	/** The CA that it ends in. */
	readonly authority: Authority;
}

// docs/decisions/0052-strict-certificates.md
/**
 * Finds a way from the peer's certificate to a trusted CA on which each is signed by the next, which must be a CA's, all of them
 * valid today; the first must be for the name that was looked for. Not checked: revocation, certificate policies.
 * @param chain DER, the peer's own first, the others in any order; views of it are not kept
 * @throws TLSError that names the fault; with several CAs, that of the first that signed
 */
export function verifyChain(chain: readonly Uint8Array[], trust: Trust, primitives: Primitives): Verified {
	const search = new PathSearch(chain, trust, primitives);
	const authority = search.find();
	const { extensions, key } = search.path[0];
	checkExtensions(extensions);
	if ((extensions.usage & DIGITAL_SIGNATURE) === 0 || !extensions.server)
		throw new TLSError(PURPOSE_REFUSED);
	checkName(extensions.names, trust.name);
	return { key: readKey(key, primitives), to: search.path.reduce((end, one) => Math.min(end, one.to), authority.to), authority };
}

/** The names are never kept all together: whoever answers may send thousands. */
function checkName(names: Uint8Array, name: string): void {
	const isAddressWanted = isAddress(name);
	const wanted = charactersOf(name);
	const address = plainAddress(name);
	const found: string[] = [];
	const reader = new DERReader(names);
	let isMatch = false;
	while (!reader.done) {
		const tag = nameTag(reader);
		const value = reader.read(tag);
		const isHost = tag === DNS_NAME;
		if (!isHost && (tag !== IP_ADDRESS || value.length > IPV6_SIZE))
			continue;
		isMatch ||= isHost ? !isAddressWanted && isFor(value, wanted) : printableAddress(value) === address;
		if (found.length <= NAMES_SHOWN)
			found.push(isHost ? printableName(value) : printableAddress(value));
	}
	if (!isMatch)
		throw new TLSError(certificateForOther(name.toLowerCase(), found));
}
