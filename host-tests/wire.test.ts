import test from "ava";
import { wireCases } from "./cases/wire/index.js";
import { type Peer, startPeer } from "./peer/peer.js";
import { runCases } from "./run-cases.js";

let peer: Peer | undefined;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer?.close());

runCases(wireCases, () => ({ service: "", peer: peer?.url ?? "" }));
