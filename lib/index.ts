/** The public surface, but for what each platform's entry binds. */
export { HTTPClient } from "./http/client.js";
export { HTTPError, type HTTPErrorKind } from "./http/http-error.js";
export { DEFAULT_LIMITS, type Limits } from "./limits.js";
export type { Optional, RecordsClientOptions, Stats } from "./options.js";
export type {
	ByteBuffer, HTTPClientOptions, HTTPProvider, HTTPRequest, HTTPRequestOptions, Network, Preferences, Resolver,
	ResolverProvider, Socket, SocketOptions, SocketProvider, Text, TimerHandle, Timers
} from "./platform.js";
export { ClientResponse, type Kind } from "./response.js";
