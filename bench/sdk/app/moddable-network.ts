/** Moddable's HTTP client under this library. */
import ModdableClient from "embedded:network/http/client";
import { TLSSocket } from "records-client";
import { type HTTPClientNetwork, overHTTPClient } from "records-client/http-client";
import { base } from "./network.js";

export const moddable = overHTTPClient({
	http: { io: ModdableClient, ...base },
	https: { io: ModdableClient, dns: base.dns, socket: { io: TLSSocket, TCP: base.socket } }
} as unknown as HTTPClientNetwork);
