/** Comes first in each script: what it knows by itself. */
import TextEncoder from "text/encoder";
import host, { Flash } from "bench/host";

Object.assign(globalThis, { host, flash: new Flash(), TextEncoder, settings: host.settings() });
