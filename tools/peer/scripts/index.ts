import type { Scripts } from "../script.js";
import { bodyScripts } from "./bodies.js";
import { clockScripts } from "./clocks.js";
import { connectionScripts } from "./connections.js";
import { faultScripts } from "./faults.js";
import { fileScripts } from "./files.js";
import { framingScripts } from "./framing.js";
import { listScripts } from "./lists.js";
import { liveScripts } from "./live.js";
import { portalScripts } from "./portals.js";
import { proxyScripts } from "./proxies.js";
import { refusalScripts } from "./refusals.js";
import { valueScripts } from "./values.js";

/** All scripts, by the name that stands in the path. */
export const scripts: Scripts = {
	...framingScripts, ...faultScripts, ...connectionScripts, ...bodyScripts, ...refusalScripts,
	...portalScripts, ...proxyScripts, ...clockScripts, ...listScripts, ...liveScripts, ...fileScripts, ...valueScripts
};
