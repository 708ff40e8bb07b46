/** Moddable's TCP, resolver and HTTP client, as `device.network` has them. */
import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import Resolver from "embedded:network/dns/resolver/udp";
import ModdableClient from "embedded:network/http/client";

/** Without the HTTP client: what any is made with. */
export const base = {
	dns: { io: Resolver, servers: ["127.0.0.1"], socket: { io: UDP } },
	socket: { io: TCP }
};

export const moddable = { http: { io: ModdableClient, ...base } };
