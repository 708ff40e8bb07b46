/** What can happen to a request, by the name that the tables have for it. */
export const faults = {
	/** The service sees nothing of it. */
	before: "end of the connection before the service has any of the request",
	/** The service has a part of it. */
	middle: "end of the connection in the middle of the request",
	/** The service has all of it, and goes on. */
	behind: "end of the connection behind the request",
	/** The service sees nothing of it, and nothing comes. */
	silence: "silence in place of the service",
	/** The service has done it; the connection ends within the answer. */
	cut: "end of the connection within the answer",
	/** The same with a reset. */
	reset: "reset within the answer",
	/** The same with silence. */
	stall: "silence within the answer",
	/** The service has done it; other bytes come in place of the answer. */
	garbage: "random bytes for an answer",
	/** The service sees nothing of it; other JSON comes. */
	portal: "200 and other JSON in place of the service",
	error: "500 in place of the service",
	unavailable: "503 in place of the service",
	limit: "429 in place of the service",
	/** The connection is reset before the request is passed on, and none can be opened for a while. */
	refuse: "reset, then refused connections",
	/** The service is killed before it has any of the request, while it may be at work on it, or when it has done it. */
	"service-before": "service killed before a request",
	"service-at-work": "service killed at work on a request",
	"service-behind": "service killed when it has answered, the answer lost",
	/** The device is killed while the service has not seen the request, or when it has done it. */
	"device-before": "device killed before its request reaches the service",
	"device-behind": "device killed before its answer comes"
} as const;

export type Fault = keyof typeof faults;

/** What can be killed. */
export type Victim = "service" | "device";
