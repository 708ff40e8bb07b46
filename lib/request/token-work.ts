/** Nothing is to be done, or was. */
export const NOTHING = 0;
/** The service confirms the token, or exchanges it for a new one: one request does both. */
export const REFRESH = 1;
/** The client logs in. */
export const LOGIN = 2;
/** The token has expired, or the service does not accept it, and nothing can be done. */
export const UNUSABLE = 3;
/** The service has refused a log-in, or the token that one brought, and is not to be asked again so soon. */
export const REFUSED = 4;
/** A log-in has failed without a refusal, and is not to be tried again so soon. */
export const PAUSED = 5;
/** Ask the function for credentials whether the token that was restored is its user's. */
export const IDENTIFY = 6;
/** What the client does about the token for a request. */
export type Preparation = typeof NOTHING | typeof REFRESH | typeof LOGIN;
/** What has to be done before a request goes out. */
export type Work = Preparation | typeof UNUSABLE | typeof REFUSED | typeof PAUSED | typeof IDENTIFY;
