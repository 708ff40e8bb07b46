import { pauseOf, PAUSES } from "../shared/pauses.js";
import { checkOptions, completed } from "../shared/complete-limits.js";
import { callBack, textOf } from "../shared/thrown.js";
import type { Network, Socket, SocketOptions, TimerHandle, Timers } from "../platform.js";
import { gated, lose } from "./gated.js";
import {
	ACCESS_POINT, type AccessPoint, ALL_WIFI_LIMITS, type ConnectOptions, DEFAULT_WIFI_LIMITS, type Flushable,
	type NetworkInterface, OPTIONS, type SNTPClient, type StayConnectedOptions, type WiFiLimits, type WiFiPlatform
} from "./wifi-options.js";

/** Connection of a network interface (ECMA-419). */
const DISCONNECTED = 200;
const CONNECTED = 400;

/** Milliseconds from one look at the address to the next. A connection that lasts so long is good. */
const LOOK = 60_000;
/** Failures of a connection that has lasted: its loss makes them none, after which the pause is the shortest. */
const BEFORE_LOSS = -1;
/** What an SNTP client says, besides a failure: a time; that it asks once more. */
const TIME = 1;
const AGAIN = 2;
/** 2023 in seconds since 1970: an earlier time is of a server that has none. */
const LEAST_TIME = 1_672_531_200;

// docs/decisions/0080-the-interface-is-looked-at.md
/**
 * Keeps a device connected: connects, again for ever, notices when the network or its address is lost, sets
 * the clock, and informs client and outbox. An event of the interface only causes a look at it; a timer looks, too,
 * because not everything causes an event.
 */
export class StayConnected {
	/** IPv4 address, "" without a network. */
	address = "";
	/** Whether the clock has been set since the start. */
	isClockSet = false;
	/** Last exception of the interface as text, or that `onChange` has thrown or rejected; "" for none. */
	error = "";
	/**
	 * Flushed each time that there is a network again, or the clock was set for the first time: a random time of up to
	 * `limits.flushJitter` later, so that devices which lost the network in one moment don't come back in one.
	 */
	outbox: Flushable | undefined;

	/** The platform, with parts of it that the options have, and the options. */
	private readonly platform: StayConnectedOptions & WiFiPlatform;
	private readonly timers: Timers;
	private readonly limits: Required<WiFiLimits>;
	private readonly accessPoints: readonly ConnectOptions[];
	private readonly timeServers: readonly string[];
	private readonly link: NetworkInterface;
	/** Sockets of the clients that use `network()`. */
	private readonly sockets = new Map<Socket, SocketOptions>();
	/** Whether it waits for an address. If not, and there is none, it waits for its time to connect. */
	private isConnecting = false;
	/** Attempts that have failed in a row; -1 after a good connection, so that its loss makes 0. */
	private failures = 0;
	private timer: TimerHandle | undefined;
	private flushTimer: TimerHandle | undefined;
	/** Asks for the time. */
	private client: SNTPClient | undefined;
	/** Servers asked in a row that have given no time. */
	private server = 0;
	/** Waits until the time is to be asked for; without it, and without a client, it is due. */
	private clockTimer: TimerHandle | undefined;
	private isClosed = false;

	/**
	 * Begins to connect, on a turn of its own.
	 * @param platform parts of it count that are not in the options
	 * @param options kept, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong; what the interface throws
	 */
	constructor(platform: WiFiPlatform, options: StayConnectedOptions) {
		checkOptions("", options, OPTIONS, DEFAULT_WIFI_LIMITS);
		const { accessPoints, password, ssid } = options;
		if (accessPoints !== undefined && (ssid ?? password) !== undefined)
			throw new TypeError("ssid and accessPoints are both given");
		if (!Array.isArray(accessPoints ?? []) || !Array.isArray(options.timeServers ?? []))
			throw new TypeError("accessPoints and timeServers must be arrays");
		const parts = this.platform = { ...platform, ...options };
		this.timers = parts.timers;
		this.accessPoints = accessPoints?.map(checked) ?? [connectOptionsOf(options as AccessPoint)];
		this.timeServers = options.timeServers ?? ["0.pool.ntp.org", "1.pool.ntp.org"];
		this.limits = completed(options.limits ?? {}, DEFAULT_WIFI_LIMITS, { connecting: 1 }, ALL_WIFI_LIMITS);
		this.link = new parts.interface.io({ ...parts.interface, onChanged: () => this.look(false) });
		this.wait(0);
	}

	/**
	 * For the option `network` of a `RecordsClient`: while there is no network, its requests fail at once with kind "dns"
	 * in place of look-ups that take half a minute each. When the network is lost or the address changes, its connection
	 * ends: a request in flight fails with kind "connect" in place of a wait for an answer that can't come.
	 * @param network to use while there is an address; not changed. Default: the platform's
	 * @example const network = wifi.network();
	 */
	network({ http, https }: Network = this.platform.network): Network {
		return { http: http && gated(http, this, this.sockets), https: https && gated(https, this, this.sockets) };
	}

	/** Ends all, and frees the interface; the network may stay. Nothing is called back any more. May be called more than once. */
	close(): void {
		this.isClosed = true;
		this.address = "";
		this.sockets.clear();
		this.timers.clear(this.timer);
		this.timers.clear(this.flushTimer);
		this.timers.clear(this.clockTimer);
		this.client?.close();
		this.link.close();
	}

	/** Looks at the interface, and does what there is to do. @param isDue whether it is time to look, or there was an event */
	private look(isDue: boolean): void {
		const was = this.address;
		let address = "";
		try {
			address = this.step(isDue);
		}
		catch (error) {
			this.error = textOf(error);
			this.pause();
		}
		if (address === was)
			return;
		this.address = address;
		// A connection whose address is gone gets nothing any more, not even a word of its end.
		this.sockets.forEach(lose);
		// The callback may have closed this.
		if (this.isClosed)
			return;
		if (address !== "") {
			if (this.clockTimer === undefined && this.client === undefined)
				this.ask();
			this.planFlush();
		}
		this.changed();
	}

	/** What the app throws would end it from a timer. Its text is not kept: it may hold anything that the app knows. */
	private changed(): void {
		callBack(() => this.platform.onChange?.(), () => {
			this.error = "onChange has thrown";
		});
	}

	/** Returns the address, "" without a network. */
	private step(isDue: boolean): string {
		const { address: was, link } = this;
		const { connection } = link;
		const address = connection < CONNECTED ? "" : link.address ?? "";
		// No service can be reached from an IPv6 link-local address.
		if (address.includes(".")) {
			this.isConnecting = false;
			if (was === "" || isDue)
				this.wait(LOOK);
			if (was !== "" && isDue)
				this.failures = BEFORE_LOSS;
			return address;
		}
		if (was !== "" || this.isConnecting && (isDue || connection <= DISCONNECTED)) {
			this.pause();
			link.disconnect();
		}
		else if (isDue) {
			this.isConnecting = true;
			this.wait(this.limits.connecting);
			// It may have connected by itself.
			if (connection <= DISCONNECTED)
				link.connect(this.accessPoints[this.failures % this.accessPoints.length]);
		}
		return "";
	}

	/** Waits before the next attempt: when each access point has failed, longer each time. */
	private pause(): void {
		const { accessPoints: { length }, limits: { retryBase, retryMaximum } } = this;
		const failures = ++this.failures;
		this.isConnecting = false;
		const rounds = failures % length === 0 ? failures / length : 1;
		this.wait(pauseOf({ ...PAUSES.wifi, base: retryBase, most: retryMaximum }, rounds, Math.random()));
	}

	private wait(milliseconds: number): void {
		this.timers.clear(this.timer);
		this.timer = this.timers.set(() => this.look(true), milliseconds);
	}

	private planFlush(): void {
		this.flushTimer ??= this.timers.set(() => {
			this.flushTimer = undefined;
			if (this.address !== "")
				this.outbox?.flush();
		}, Math.random() * this.limits.flushJitter);
	}

	/** Asks for the time. */
	private ask(): void {
		const { platform: { sntp }, server } = this;
		this.clockTimer = undefined;
		if (this.address === "" || this.timeServers.length === 0)
			return;
		try {
			this.client = new sntp.io({ host: this.timeServers[server % this.timeServers.length] }, (message, value) => {
				if (message !== AGAIN)
					this.answered(message === TIME ? value as number : 0);
			});
		}
		catch {
			this.answered(0);
		}
	}

	/** @param seconds the time, 0 without an answer */
	private answered(seconds: number): void {
		this.client = undefined;
		if (seconds < LEAST_TIME) {
			const rounds = ++this.server / this.timeServers.length;
			this.askIn(Number.isInteger(rounds) ? pauseOf({ ...PAUSES.clock, most: this.limits.retryMaximum }, rounds, Math.random()) : 0);
			return;
		}
		this.server = 0;
		this.askIn(pauseOf(PAUSES.clockSet, 1, Math.random()));
		this.platform.setTime(seconds);
		if (this.isClosed)
			return;
		// Certificates may have been refused without the time.
		if (!this.isClockSet)
			this.planFlush();
		this.isClockSet = true;
		this.changed();
	}

	private askIn(milliseconds: number): void {
		this.clockTimer = this.timers.set(() => this.ask(), milliseconds);
	}
}

function checked(accessPoint: AccessPoint): ConnectOptions {
	checkOptions("accessPoints[].", accessPoint, ACCESS_POINT);
	return connectOptionsOf(accessPoint);
}

function connectOptionsOf({ password, ssid }: AccessPoint): ConnectOptions {
	if (!ssid)
		throw new TypeError("ssid is required");
	return password ? { SSID: ssid, password } : { SSID: ssid };
}
