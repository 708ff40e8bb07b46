import test from "ava";
import { type Peer, startPeer } from "../../tools/peer/peer.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { liveCases } from "./live/index.js";
import { runCases } from "./run-cases.js";

const service = serviceOfFile();
let peer: Peer | undefined;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer?.close());

runCases(liveCases, () => ({ service: service.url, peer: peer?.url ?? "" }));
