import test from "ava";
import { deadlineCases } from "./cases/wire/deadlines.js";
import { timeoutCases } from "./cases/wire/timeout.js";
import { type Peer, startPeer } from "./peer/peer.js";
import { runCases } from "./run-cases.js";

let peer: Peer | undefined;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer?.close());

runCases([...timeoutCases, ...deadlineCases], () => ({ service: "", peer: peer?.url ?? "" }));
