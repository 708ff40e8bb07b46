import type { ParserInput } from "./parser-input.js";
import { chunkInputs } from "./parser-inputs-chunks.js";
import { framingInputs } from "./parser-inputs-framing.js";
import { headerInputs } from "./parser-inputs-headers.js";
import { statusInputs } from "./parser-inputs-status.js";

/** Every document of the response parser's tests; of use as a fuzzer's corpus too. */
export const parserInputs: readonly ParserInput[] = [...statusInputs, ...headerInputs, ...framingInputs, ...chunkInputs];
