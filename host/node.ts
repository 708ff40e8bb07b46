/**
 * The entry "records-client" for Node: the public part of what is bound to Node. Everything that is not listed here is as on devices.
 * @module records-client (Node)
 */
export type * from "../lib/index.js";
export {
	type Certificates, ClientResponse, DEFAULT_LIMITS, FilePreferences, network, parseJSON, type PreferenceValue, RecordsClient, type RecordsClientOptions, Resolver, TCP, text, timers,
	type TLSOptions, TLSSocket
} from "./internal.js";
