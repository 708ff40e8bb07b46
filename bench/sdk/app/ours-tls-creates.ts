import "./globals.js";
import host from "bench/host";
import { createWith } from "../../xs/create-with.js";
import { creates } from "../../xs/creates.js";

createWith(creates, { tls: { ca: new Uint8Array(host.authority()) } });
