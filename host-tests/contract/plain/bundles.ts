/** Has a process take the bundles that no rewrite has touched for those of the package: what a shared case says may not come from a rewrite. */
import { register } from "node:module";

register("./bundle-hooks.js", import.meta.url);
