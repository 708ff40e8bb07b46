import test from "ava";
import { HTTPClient, Resolver, TCP, text, timers } from "../host/node.js";
import { httpClientCases } from "./cases/http-client/index.js";
import { type Peer, startPeer } from "./peer/peer.js";
import { runCases } from "./run-cases.js";

let peer: Peer | undefined;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer?.close());

const provider = { io: HTTPClient, dns: { io: Resolver }, socket: { io: TCP }, text, timers };

runCases(httpClientCases(() => provider), () => ({ service: "", peer: peer?.url ?? "" }));
