import { testContract } from "./sockets/contract.js";
import { secured } from "./sockets/wire.js";

testContract(await secured());
