/** What MEMORY.md shows at a glance, and the goals beside it. */
export const goals = {
	bytes: { what: "bytes allocated per create", most: 1500 },
	computrons: { what: "computrons per create", most: 2500 },
	collections: { what: "collections per 1,000 creates (32 KB of chunks, 32 KB of slots)", most: 90 },
	least: { what: "least total heap for 50 creates, stack included (bytes)", most: 18_432 },
	growth: { what: "growth of the live heap from create 100 to 10,000 (bytes)", most: 0 },
	keys: { what: "keys added from create 100 to 10,000", most: 0 },
	sockets: { what: "TCP connections for a login and 1,000 creates", most: 1 },
	secure: { what: "computrons per create over TLS", most: 12_000 },
	records: { what: "TLS records per request", most: 1 },
	handshakes: { what: "TLS handshakes for 1,001 requests", most: 1 },
	bytecode: { what: "bytecode of the bundle, TLS not counted (bytes)", most: 20_480 }
} as const;

export type Goal = keyof typeof goals;

/** What was reached of the goals; undefined where a client did not get so far. */
export type Reached = Readonly<Partial<Record<Goal, number | undefined>>>;
