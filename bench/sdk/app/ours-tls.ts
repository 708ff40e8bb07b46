/** This library over TLS. */
import "./globals.js";
import { finish } from "./finish.js";
import { measureTLS } from "./tls-creates.js";

finish(measureTLS());
