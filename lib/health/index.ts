/** The public surface of "records-client/health", except what each platform's entry binds. */
export type { HealthClient, HealthLimits, HealthOptions, HealthOutbox } from "./health-options.js";
