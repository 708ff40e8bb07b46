/** Moddable's TCP and resolver. */
import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import Resolver from "embedded:network/dns/resolver/udp";

/**
 * What any HTTP client is made with. With nodelay, because Moddable's writes each header line by itself: each would wait for
 * the service to have acknowledged the one before.
 */
export const base = {
	dns: { io: Resolver, servers: ["127.0.0.1"], socket: { io: UDP } },
	socket: { io: TCP, nodelay: true }
};
