/** What the entries of the package have in common, so that an app has it once. For them only: it changes without notice. */
export { BodyBuffer } from "../http/body-buffer.js";
export { Connecting } from "../http/connecting.js";
export { KeepAlive } from "../http/keep-alive.js";
export { ResponseParser } from "../http/response-parser.js";
export { responseOf, tooLarge, withTarget } from "../http/response-reader.js";
export { ignore } from "../request/exchange.js";
export { FIELD_AGE, FIELD_CONTENT_TYPE, FIELD_DATE, FIELD_KEEP_ALIVE, FIELD_LOCATION, FIELD_RETRY_AFTER, FIELDS } from "../request/head-fields.js";
export { clientGeneratedId, createdResponse, isTaken } from "../request/client-generated-id.js";
export { backoff } from "../request/may-repeat.js";
export { canBeSame } from "../request/same-record.js";
export { hasModifier } from "../request/modifiers.js";
export { StreamedCall } from "../request/streamed-call.js";
export { ABORTED_LATE, CLIENT_CLOSED, failure, isServiceRefusal, NO_TOKEN, NOT_READ } from "../response.js";
export { BODY_REQUIRED, classFault, dataFault, memberFault, parameterFault, segmentFault } from "../shared/arguments.js";
export { checkOptions, completed, optionsFault } from "../shared/complete-limits.js";
export { hasMoreValues, isWhole, parseJSON } from "../shared/safe-json.js";
export { isError, isTLSError, textOf } from "../shared/thrown.js";
export { UrlWriter } from "../url/url-writer.js";
