export type { LiveClient, LiveOptions, LivePart, LiveRecord, Reconciled } from "./options.js";
