/** The public surface of "records-client/health", except what each platform's entry binds. */
export type { HealthClient, HealthOptions, HealthOutbox } from "./options.js";
