export type { LiveClient, LiveOptions, LivePart, LiveRecord, Reconciled } from "./live-options.js";
