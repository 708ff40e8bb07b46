import test from "ava";
import { deadlineCases } from "./wire/deadlines.js";
import { wireCases } from "./wire/index.js";
import { timeoutCases } from "./wire/timeout.js";
import { type Peer, startPeer } from "../../tools/peer/peer.js";
import { runCases } from "./run-cases.js";

let peer: Peer | undefined;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer?.close());

// The deadlines are in a file of their own: among hundreds of cases at once a short one is over before its time.
runCases(wireCases.filter((wireCase) => !timeoutCases.includes(wireCase) && !deadlineCases.includes(wireCase)), () => ({ service: "", peer: peer?.url ?? "" }));
