/** What the entries of the package have in common, so that an app has it once. For them only: it changes without notice. */
export { withoutNextTry } from "../auth/growing-pause.js";
export { BodyBuffer } from "../http/body-buffer.js";
export { Connecting } from "../http/connecting.js";
export { KeepAlive } from "../http/keep-alive.js";
export { ResponseParser } from "../http/response-parser.js";
export { clientGeneratedId, hasModifier } from "../pocketbase/record-id.js";
export { isAnyServiceRefusal, isTaken, namesTakenId, readRefusal } from "../pocketbase/refusals.js";
export { canBeSame } from "../pocketbase/same-record.js";
export { ignore } from "../request/exchange.js";
export { FIELDS } from "../http/response-head.js";
export { createdResponse } from "../request/repeated-create.js";
export { StreamedCall } from "../request/scheduler-interface.js";
export { ABORTED, ABORTED_LATE, CLIENT_CLOSED, failure, NO_TOKEN, NOT_READ, refused } from "../response.js";
export {
	BODY_REQUIRED, classFault, clientFault, dataFault, memberFault, NOT_A_CLIENT, parameterFault, segmentFault, serialised, wholeFault
} from "../shared/arguments.js";
export { checkOptions, completed, optionsFault } from "../shared/complete-limits.js";
export { PAUSES, pauseOf } from "../shared/pauses.js";
export { excessOf, isWhole, parseJSON, valuesBeyond } from "../shared/safe-json.js";
export { callBack, isError, isTLSError, isUnawaited, textOf } from "../shared/thrown.js";
export { UrlWriter } from "../url/url-writer.js";
