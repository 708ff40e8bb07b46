import type { Case } from "../case.js";
import { downloadCases } from "./downloads.js";
import { serviceFileCases } from "./service.js";
import { uploadCases } from "./uploads.js";

/** Files that go up and down. */
export const transferCases: readonly Case[] = [...downloadCases, ...uploadCases, ...serviceFileCases];
