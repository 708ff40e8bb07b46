import test from "ava";
import { startFront } from "../../tools/front/front.js";
import type { RequestProxy } from "../../tools/network/request-proxy.js";
import { type Peer, startPeer } from "../../tools/peer/peer.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import type { Places } from "./run-cases.js";

export type Need = "front" | "peer" | "service";

/** What the shared cases of a test file talk to; it is there from the file's first test to its last. */
export function placesOfFile(...needed: readonly Need[]): () => Places {
	const service = needed.includes("service") || needed.includes("front") ? serviceOfFile() : undefined;
	let front: RequestProxy | undefined;
	let peer: Peer | undefined;
	test.before(async () => {
		if (service !== undefined && needed.includes("front"))
			front = await startFront(service);
		if (needed.includes("peer"))
			peer = await startPeer();
	});
	test.after.always(() => {
		front?.close();
		peer?.close();
	});
	return () => ({ service: service?.url ?? "", peer: peer?.url ?? "", front: front?.url ?? "" });
}
