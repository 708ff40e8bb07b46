import { testBytes } from "./sockets/bytes.js";
import { secured } from "./sockets/wire.js";

testBytes(await secured());
