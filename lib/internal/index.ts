/** What the entries of the package have in common, so that an app has it once. For them only: it changes without notice. */
export { BodyBuffer } from "../http/body-buffer.js";
export { Connecting } from "../http/connecting.js";
export { responseOf, tooLarge } from "../http/response-reader.js";
export { ignore } from "../request/exchange.js";
export { FIELDS } from "../request/head-fields.js";
export { clientGeneratedId, isTaken } from "../request/client-generated-id.js";
export { backoff } from "../request/retry-policy.js";
export { canBeSame } from "../request/same-record.js";
export { CLIENT_CLOSED, failure } from "../response.js";
export { numberFault, parameterFault, segmentFault } from "../shared/arguments.js";
export { checkOptions, completed, optionsFault } from "../shared/complete-limits.js";
export { isWhole } from "../shared/safe-json.js";
export { isError, isTLSError, textOf } from "../shared/thrown.js";
export { UrlWriter } from "../url/url-writer.js";
