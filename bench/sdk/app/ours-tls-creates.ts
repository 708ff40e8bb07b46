import "./globals.js";
import host from "bench/host";
import { createWith } from "./create-with.js";
import { creates } from "./creates.js";

createWith(creates, { tls: { ca: new Uint8Array(host.authority()) } });
