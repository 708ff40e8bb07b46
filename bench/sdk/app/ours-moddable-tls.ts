/** This library over Moddable's HTTP client and its own TLS. */
import "./globals.js";
import { finish } from "./finish.js";
import { moddable } from "./moddable-network.js";
import { measureTLS } from "./tls-creates.js";

finish(measureTLS(moddable));
