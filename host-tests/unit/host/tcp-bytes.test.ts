import { testBytes } from "./sockets/bytes.js";
import { plain } from "./sockets/wire.js";

testBytes(plain);
