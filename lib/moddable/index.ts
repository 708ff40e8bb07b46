/**
 * The entry for devices and the simulator: the public part of what is bound to the modules of the Moddable SDK.
 * @module records-client
 */
export * from "../index.js";
export {
	type Datagram, type DatagramProvider, type DatagramSocket, type DatagramSocketOptions, network, RecordsClient, Resolver,
	type ResolverOptions, text, timers,
	TLSSocket, type TLSSocketOptions
} from "./internal.js";
