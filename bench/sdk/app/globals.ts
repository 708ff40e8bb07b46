/** Comes first in each script: what the measuring host for XS from npm has as globals. */
import TextEncoder from "text/encoder";
import host, { Flash } from "bench/host";

Object.assign(globalThis, { host, flash: new Flash(), TextEncoder, settings: host.settings() });
