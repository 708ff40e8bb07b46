/** Comes first in each script: what the measuring host for XS from npm has as globals. */
import host from "bench/host";

Object.assign(globalThis, { host, settings: host.settings() });
