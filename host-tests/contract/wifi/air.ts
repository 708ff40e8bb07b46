import type { ConnectOptions, NetworkInterface, SNTPCallback, SNTPClient } from "../../../lib/wifi/wifi-options.js";
import { SetTimers } from "../../../tools/set-timers.js";

/** Milliseconds that the scripted Wi-Fi takes to find an access point, or that there is none, and to get an address. */
const ASSOCIATION = 2000;
const DHCP = 1000;

/** What is around a device: access points, time servers, and time, which passes when it is told to. */
export class Air {
	readonly timers = new SetTimers(0x7fff0000);
	/** Passwords of the access points that are there, by name. */
	readonly accessPoints = new Map<string, string>();
	/** Address that DHCP gives; "" for silence. */
	dhcp = "192.168.1.20";
	/** What `connect` throws, "" for nothing. */
	refusal = "";
	/** Whether the Wi-Fi never comes to an end with an attempt. */
	isMute = false;
	/** Attempts to connect: when, and what they were told. */
	readonly attempts: { readonly at: number; readonly options: ConnectOptions | undefined }[] = [];
	disconnects = 0;
	closes = 0;
	/** Milliseconds since the start. */
	now = 0;
	/** The interface, once it is made. */
	radio!: Radio;
	/** Names of the time servers that were asked, and what they know: seconds, or undefined for no answer. */
	readonly asked: string[] = [];
	readonly times = new Map<string, number>();
	/** What the clock was set to. */
	readonly clock: number[] = [];

	/** For the options of `StayConnected`. */
	get parts() {
		return {
			interface: { io: Radio, air: this } as unknown as { readonly io: new (options: { readonly onChanged: (property: string) => void }) => NetworkInterface },
			sntp: { io: this.#sntp() },
			setTime: (seconds: number) => void this.clock.push(seconds),
			timers: this.timers,
			network: {}
		};
	}

	/** Lets time pass. */
	pass(milliseconds: number): void {
		for (let left = milliseconds; left > 0; left -= 1000) {
			const step = left < 1000 ? left : 1000;
			this.now += step;
			this.timers.pass(step);
		}
	}

	/** Lets time pass until something is so. Returns how much did; as much as is given when it did not come. */
	until(what: () => boolean, most: number): number {
		const begun = this.now;
		while (!what() && this.now - begun < most)
			this.pass(1000);
		return this.now - begun;
	}

	/** The access points are gone, and the Wi-Fi notices. */
	lose(): void {
		this.accessPoints.clear();
		this.radio.drop();
	}

	#sntp(): new (options: { readonly host: string }, callback: SNTPCallback) => SNTPClient {
		const { asked, timers, times } = this;
		return class {
			readonly #timer: object | number;

			constructor({ host }: { readonly host: string }, callback: SNTPCallback) {
				asked.push(host);
				const time = times.get(host);
				this.#timer = timers.set(() => callback(time === undefined ? -1 : 1, time ?? "no response from SNTP server"), time === undefined ? 25_000 : 500);
			}

			close(): void {
				timers.clear(this.#timer);
			}
		};
	}
}

/** A Wi-Fi as the SDK has it for the ESP32: `connect` may throw, an own `disconnect` is not told, a lost address neither. */
export class Radio implements NetworkInterface {
	connection = 200;
	address: string | undefined;
	readonly #air: Air;
	readonly #onChanged: (property: string) => void;
	#timer: object | number | undefined;

	constructor({ air, onChanged }: { readonly air: Air; readonly onChanged: (property: string) => void }) {
		this.#air = air;
		this.#onChanged = onChanged;
		air.radio = this;
	}

	connect(options: ConnectOptions | undefined): void {
		const { accessPoints, attempts, isMute, now, refusal, timers } = this.#air;
		attempts.push({ at: now, options });
		if (this.connection === 300)
			throw new Error("already connecting");
		if (refusal !== "")
			throw new Error(refusal);
		this.connection = 300;
		if (isMute)
			return;
		this.#timer = timers.set(() => {
			const { password = "", SSID = "cable" } = options ?? {};
			if (accessPoints.get(SSID) === password)
				this.associate();
			else
				this.drop();
		}, ASSOCIATION);
	}

	/** It is connected to an access point, by whatever. */
	associate(): void {
		this.connection = 400;
		this.address = "fe80::1";
		this.#onChanged("connection");
		if (this.#air.dhcp !== "" && this.connection === 400)
			this.#timer = this.#air.timers.set(() => this.#ready(), DHCP);
	}

	/** The connection is lost, or an attempt has failed. */
	drop(): void {
		this.#end();
		this.#onChanged("connection");
	}

	disconnect(): void {
		this.#air.disconnects++;
		this.#end();
	}

	close(): void {
		this.#air.closes++;
		this.#end();
	}

	#ready(): void {
		this.connection = 500;
		this.address = this.#air.dhcp;
		this.#onChanged("connection");
		if (this.connection === 500)
			this.#onChanged("address");
	}

	#end(): void {
		this.#air.timers.clear(this.#timer);
		this.connection = 200;
		this.address = undefined;
	}
}
