import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../lib/response.js";
import { projectRoot } from "../service/project.js";

const [, union] = /^export type Kind = (.*);$/m.exec(readFileSync(join(projectRoot(), "lib", "response.ts"), "utf8"))!;

/** Every kind, as its type lists them; "" is the first. */
export const KINDS = [...union.matchAll(/"([\w-]*)"/g)].map(([, kind]) => kind as Kind);
