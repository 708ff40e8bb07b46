/** What the host asks for, a line of JSON each; the app answers with a line. Bytes are hexadecimal. */

/** Bytes to take out of one of several pieces and to put in. */
export type Edit = readonly [piece: number, at: number, removed: number, inserted: string];

/** Certificates that a server sends, the leaf first; verdict "accepted", "refused: …" or what should not be. */
export interface ChainJob {
	readonly kind: "chain";
	readonly chain: readonly string[];
	readonly authorities: readonly string[];
	readonly host: string;
}

/** The chain before it, changed. */
export interface ChangedChainJob {
	readonly kind: "changed chain";
	readonly edits: readonly Edit[];
}

/** Verdict "valid", "invalid" or "throws: …". */
export interface SignatureJob {
	readonly kind: "signature";
	/** The key, SubjectPublicKeyInfo. */
	readonly info: string;
	/** AlgorithmIdentifier. */
	readonly algorithm: string;
	readonly message: string;
	readonly signature: string;
}

/** AES-128-GCM with a nonce of 12 bytes; verdict "valid <message>" or "invalid". */
export interface CipherJob {
	readonly kind: "cipher";
	readonly key: string;
	readonly nonce: string;
	readonly additional: string;
	/** With the tag. */
	readonly data: string;
}

/** A handshake over TCP with a server; verdict "open" or "refused: …". */
export interface HandshakeJob {
	readonly kind: "handshake";
	readonly port: number;
	readonly authorities: readonly string[];
	/** Milliseconds since 1970. */
	readonly now: number;
}

/** The records that the server of the handshake before it has sent; verdict as for a changed one. */
export interface FlightJob {
	readonly kind: "flight";
	readonly records: readonly string[];
	readonly authorities: readonly string[];
	readonly now: number;
}

/** The same, changed; verdict "open", "open, then …", "refused: …" or what should not be. */
export interface ChangedFlightJob {
	readonly kind: "changed flight";
	readonly edits: readonly Edit[];
}

export type Job = ChainJob | ChangedChainJob | SignatureJob | CipherJob | HandshakeJob | FlightJob | ChangedFlightJob;
