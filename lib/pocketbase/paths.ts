/** Paths of PocketBase's API, which stand after the path prefix of the base URL, and its limits. Each bundle has those that it names. */
export const HEALTH = "/api/health";
export const BATCH = "/api/batch";
export const REALTIME = "/api/realtime";
export const FILES = "/api/files";
export const FILE_TOKEN = "/api/files/token";
export const COLLECTIONS = "/api/collections";

/** What follows a collection's path, `COLLECTIONS` with its name: its records. */
export const RECORDS = "/records";
/** Its ways to log in, and what else it does for its users. */
export const AUTH_METHODS = "/auth-methods";
export const AUTH_REFRESH = "/auth-refresh";
export const AUTH_WITH_PASSWORD = "/auth-with-password";
export const AUTH_WITH_OTP = "/auth-with-otp";
export const REQUEST_OTP = "/request-otp";
export const REQUEST_PASSWORD_RESET = "/request-password-reset";
export const REQUEST_VERIFICATION = "/request-verification";

/** Records of a page at most. */
export const PAGE_MOST = 500;
