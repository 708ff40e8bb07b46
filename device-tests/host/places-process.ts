/** The process of `startPlaces`: gets the service as its first message, and ends at the second or with its parent. */
import { once } from "node:events";
import type { Service } from "../../service/launcher.js";
import { exitOnSignals } from "../../tools/moddable/command.js";
import { FaultProxy } from "../../tools/network/fault-proxy.js";
import { startFront } from "../../tools/front/front.js";
import { startPeer } from "../../tools/peer/peer.js";
import type { Served } from "./places.js";
import { startTLS } from "./tls-places.js";

exitOnSignals(1);
process.once("disconnect", () => process.exit());

const [service] = await once(process, "message") as [Pick<Service, "data" | "port" | "url">];
const peer = await startPeer();
const front = await startFront(service);
const secure = await startTLS(service.url);
const preloaded = await startTLS(service.url);
const proxy = await new FaultProxy(service.port).open();
const served: Served = {
	peer: peer.url, front: front.url, faults: proxy.url, secure: secure.config, preloaded: preloaded.config, missing: secure.missing
};
process.send?.(served);
await once(process, "message");
proxy.close();
front.close();
peer.close();
await Promise.all([secure.close(), preloaded.close()]);
process.send?.({ injected: proxy.injected }, () => process.exit());
