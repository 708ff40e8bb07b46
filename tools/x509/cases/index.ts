/** All cases, after the categories of x509-limbo (C2SP) and PKITS (NIST); the certificates are our own. */
import type { ChainCase, World } from "../world.js";
import { authorityCases } from "./authority.js";
import { extensionCases } from "./extensions.js";
import { keyCases } from "./keys.js";
import { nameCases } from "./names.js";
import { pathCases } from "./paths.js";
import { signatureCases } from "./signatures.js";
import { structureCases } from "./structure.js";
import { validityCases } from "./validity.js";

export function chainCases(world: World): readonly ChainCase[] {
	return [validityCases, authorityCases, extensionCases, signatureCases, keyCases, nameCases, structureCases, pathCases].flatMap((cases) => cases(world));
}
