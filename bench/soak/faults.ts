/** What can happen to a request, by the name that the table has for it. */
export const faults = {
	/** The service has done it; the connection ends within the answer. */
	cut: "end of the connection within the answer",
	/** The same with a reset. */
	reset: "reset within the answer",
	/** The same with silence. */
	stall: "silence within the answer",
	/** The service has done it; other bytes come in place of the answer. */
	garbage: "random bytes for an answer",
	error: "500 in place of the service",
	limit: "429 in place of the service",
	/** The connection is reset before the request is passed on, and none can be opened for a while. */
	refuse: "reset, then refused connections"
} as const;

export type Fault = keyof typeof faults;

export const faultNames = Object.keys(faults) as readonly Fault[];
