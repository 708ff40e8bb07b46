import { testContract } from "./sockets/contract.js";
import { plain } from "./sockets/wire.js";

testContract(plain);
