import { Air } from "./air.js";
import { StayConnected } from "records-client/wifi";
import { text } from "../../../host/text.js";
import type { Method } from "../../../lib/call-options.js";
import { Outbox } from "../../../lib/outbox/outbox.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";
import type { Resolver, ResolverProvider, Transport } from "../../../lib/platform.js";
import { type ClientResponse, failure } from "../../../lib/response.js";
import { LocalService } from "../../outbox/model/local-service.js";
import { turn } from "../../outbox/model/wire.js";
import type { Random } from "../../../tools/random.js";

const SECOND = 1000;
/** Seconds between readings. */
const TICK = 10;
/** What a look-up takes that nobody answers, and a request, in milliseconds; and one that gets no answer. */
const LOST_LOOKUP = 27_500;
const REQUEST = 200;
const LOST_REQUEST = 30_000;

/** A device that takes readings and has a Wi-Fi that anything may happen to. Time passes when it is told to. */
export class WiFiWorld {
	readonly air = new Air();
	readonly service = new LocalService();
	readonly wifi: StayConnected;
	readonly outbox: Outbox;
	/** Ids of what was put. */
	readonly ids: string[] = [];
	/** What must not have happened, "" for nothing. */
	fault = "";
	/** Look-ups that reached the platform's resolver. */
	lookUps = 0;
	readonly #random: Random;
	readonly #dns: ResolverProvider;
	#seconds = 0;

	constructor(random: Random) {
		const { air } = this;
		this.#random = random;
		air.accessPoints.set("home", "secret-1");
		this.wifi = new StayConnected({ accessPoints: [{ ssid: "home", password: "secret-1" }], timeServers: ["one"], ...air.parts });
		this.#dns = this.wifi.network({ http: this.#transport() }).http!.dns;
		this.outbox = new Outbox({ text, timers: air.timers, origin: () => String(random.seed) }, {
			client: { sendEx: (method, path, body) => this.#send(method, path, body) },
			collection: "readings",
			storage: new RamStorage(512 * 1024, 4096)
		});
		this.wifi.outbox = this.outbox;
	}

	/** Whether what is sent arrives. */
	get isUp(): boolean {
		const { accessPoints, radio } = this.air;
		return radio.connection >= 400 && (radio.address ?? "").includes(".") && accessPoints.get("home") === "secret-1";
	}

	/** Lets a second pass, with a reading when it is time for one. */
	async second(): Promise<void> {
		this.air.pass(SECOND);
		await turn();
		if (++this.#seconds % TICK > 0)
			return;
		const { error, id, stored } = this.outbox.put(`{"sensor":"t","value":${this.#seconds}}`);
		this.ids.push(id);
		if (!stored)
			this.fault ||= `a reading is not stored: ${error}`;
		await turn();
	}

	/** A resolver as that of the SDK: without a network it takes its time to say so. */
	#transport(): Transport {
		// eslint-disable-next-line @typescript-eslint/no-this-alias
		const world = this;
		const io = class implements Resolver {
			#timer: object | number | undefined;

			resolve({ host, onError, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
				const { air, wifi } = world;
				world.lookUps++;
				if (wifi.address === "")
					world.fault ||= "a look-up without a network";
				this.#timer = world.isUp ? air.timers.set(() => onResolved(host, "10.0.0.1"), 50) : air.timers.set(() => onError(), LOST_LOOKUP);
			}

			close(): void {
				world.air.timers.clear(this.#timer);
			}
		};
		return { dns: { io }, socket: { io: undefined as never } };
	}

	#send(method: Method, path: string, body?: Uint8Array): Promise<ClientResponse> {
		return new Promise((resolve) => {
			new this.#dns.io(this.#dns).resolve({
				host: "records.local",
				onError: () => resolve(failure("dns", "host name was not resolved")),
				onResolved: () => void this.air.timers.set(() => this.#arrive(method, path, body, resolve), REQUEST)
			});
		});
	}

	/** The request arrives or not, and so does its answer. */
	#arrive(method: Method, path: string, body: Uint8Array | undefined, resolve: (response: ClientResponse) => void): void {
		const isLost = !this.isUp;
		if (isLost && this.#random.below(2) > 0) {
			this.air.timers.set(() => resolve(failure("timeout", "no answer")), LOST_REQUEST);
			return;
		}
		void this.service.carrier(method, path, body?.slice()).then((response) => {
			if (isLost)
				this.air.timers.set(() => resolve(failure("timeout", "no answer")), LOST_REQUEST);
			else
				resolve(response);
		});
	}
}

/** What can happen to a Wi-Fi. Each returns for how many seconds nothing else does. */
const troubles: readonly ((air: Air, random: Random) => number)[] = [
	(air) => (air.lose(), 0),
	(air) => (air.accessPoints.clear(), 0),
	(air) => (air.accessPoints.set("home", "another"), 0),
	(air) => (air.accessPoints.set("home", "secret-1"), 0),
	(air) => (air.radio.drop(), 0),
	(air, random) => (air.dhcp = random.pick(["", "192.168.1.20", "192.168.1.30"]), 0),
	(air, random) => (air.refusal = random.pick(["", "", "connect failed"]), 0),
	(air, random) => (air.isMute = random.below(3) === 0, 0),
	(air, random) => (air.radio.address = random.pick([undefined, "fe80::1", "192.168.1.77"]), 0),
	(air, random) => (air.radio.connection = random.pick([200, 300, 400, 500]), 0),
	(air) => (air.radio.associate(), 0),
	(air) => (air.times.clear(), 0),
	(air) => (air.times.set("one", 1_800_000_000), 0),
	(_air, random) => 1 + random.below(3600)
];

/**
 * Lets things happen for some hours, then all is well again.
 * @returns seconds from then until nothing is pending; NaN if that does not come
 */
export async function live(world: WiFiWorld, random: Random, most: number): Promise<number> {
	const { air } = world;
	await world.second();
	for (let count = 10 + random.below(30); count > 0; count--) {
		if (random.below(12) === 0) {
			for (let seconds = random.below(300); seconds > 0; seconds--) {
				air.radio.drop();
				await world.second();
			}
		}
		for (let seconds = random.pick(troubles)(air, random) + random.below(90); seconds > 0; seconds--)
			await world.second();
	}
	Object.assign(air, { dhcp: "192.168.1.20", refusal: "", isMute: false });
	air.accessPoints.set("home", "secret-1");
	// What was stored before: later readings wait for others.
	const last = world.ids.at(-1)!;
	for (let seconds = 1; seconds <= most; seconds++) {
		await world.second();
		if (world.service.records().has(last) && world.wifi.address !== "")
			return seconds;
	}
	return NaN;
}
