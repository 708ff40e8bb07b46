import test from "ava";
import { deadlineCases } from "./wire/deadlines.js";
import { timeoutCases } from "./wire/timeout.js";
import { type Peer, startPeer } from "../../tools/peer/peer.js";
import { runCases } from "./run-cases.js";

let peer: Peer | undefined;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer?.close());

// They wait for the same limits, and hardly do anything else.
runCases([...timeoutCases, ...deadlineCases], () => ({ service: "", peer: peer?.url ?? "" }), Infinity);
