import type { ParserInput } from "./input.js";
import { chunkInputs } from "./inputs-chunks.js";
import { framingInputs } from "./inputs-framing.js";
import { headerInputs } from "./inputs-headers.js";
import { statusInputs } from "./inputs-status.js";

/** Every document of the response parser's tests; of use as a fuzzer's corpus too. */
export const parserInputs: readonly ParserInput[] = [...statusInputs, ...headerInputs, ...framingInputs, ...chunkInputs];
