/** Moddable's HTTP client under this library. */
import ModdableClient from "embedded:network/http/client";
import { type HTTPClientNetwork, overHTTPClient } from "records-client/http-client";
import { base } from "./network.js";

export const moddable = overHTTPClient({ http: { io: ModdableClient, ...base } } as unknown as HTTPClientNetwork);
