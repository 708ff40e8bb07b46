import type { Case } from "../case.js";
import { argumentCases } from "./arguments.js";
import { authenticationCases } from "./authentication.js";
import { closingCases } from "./closing.js";
import { constructionCases } from "./construction.js";
import { convenienceCases } from "./convenience.js";
import { deletingCases } from "./deleting.js";
import { encodingCases } from "./encoding.js";
import { limitCases } from "./limits.js";
import { listingCases } from "./listing.js";
import { queueCases } from "./queue.js";
import { readingCases } from "./reading.js";
import { responseCases } from "./response.js";
import { sendingCases } from "./sending.js";
import { servicePathCases } from "./service-paths.js";
import { storedTokenCases } from "./stored-token.js";
import { tokenStateCases } from "./token-states.js";
import { writingCases } from "./writing.js";

/** Everything that the specification says, as behaviour. coverage.md tells which case shows what. */
export const specCases: readonly Case[] = [
	...responseCases, ...readingCases, ...listingCases, ...limitCases, ...writingCases, ...deletingCases, ...convenienceCases,
	...argumentCases, ...sendingCases, ...servicePathCases, ...encodingCases, ...authenticationCases, ...tokenStateCases, ...storedTokenCases, ...queueCases,
	...closingCases, ...constructionCases
];
