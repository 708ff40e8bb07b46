import test from "ava";
import { type Peer, startPeer } from "../../tools/peer/peer.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

const readiness = await prepareXS();
const service = serviceOfFile(readiness.ready);
let peer: Peer | undefined;

test.before(async () => {
	if (readiness.ready)
		peer = await startPeer();
});

test.after.always(() => peer?.close());

runCasesOnXS(readiness, "live", () => ({ service: service.url, peer: peer?.url ?? "" }));
