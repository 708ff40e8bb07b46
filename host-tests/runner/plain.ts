/** Has a process take the bundles that no rewrite has touched for those of the package: `node --import`. */
import { register } from "node:module";

register("./plain-hooks.js", import.meta.url);
