/** What a superuser does for an example: commands to a device, firmware. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { type Collection, RecordsClient } from "../host/node.js";
import { filter } from "../lib/filter/filter.js";
import type { ClientResponse } from "../lib/response.js";
import type { Login } from "../service/login.js";
import { publicKeyOf, signFirmware } from "./update/sign.mjs";

/** Bytes of the stand-in for firmware. */
const FIRMWARE = 20_000;
/** Milliseconds after which a command has expired. */
const EXPIRES = 3_600_000;

/** Firmware that was made, and what a device needs to take it. */
export interface Made {
	readonly publicKey: string;
	/** The version that the device runs. */
	readonly version: number;
}

export class Superuser {
	readonly #records: RecordsClient;
	readonly #commands: Collection;
	readonly #firmware: Collection;
	readonly #url: string;
	readonly #login: Login;

	constructor(url: string, login: Login) {
		this.#records = new RecordsClient({ baseUrl: url, preferences: null });
		this.#commands = this.#records.at("commands");
		this.#firmware = this.#records.at("firmware");
		this.#url = url;
		this.#login = login;
	}

	/** @throws Error of the service */
	async logIn(): Promise<void> {
		done(await this.#records.at("_superusers").authWithPassword(this.#login.identity, this.#login.password));
	}

	/** Makes commands for a device, "on" and "off" in turn. @param identity its user's name or email @returns their ids @throws Error of the service */
	async command(identity: string, count: number): Promise<readonly string[]> {
		const whose = filter("username = {:identity} || email = {:identity}", { identity });
		const device = done(await this.#records.at("users").getListEx({ filter: whose })).json<{ items: { id: string }[] }>()?.items[0]?.id;
		const ids: string[] = [];
		for (let seq = 1; seq <= count; seq++) {
			const command = { device, seq, what: seq % 2 === 1 ? "on" : "off", state: "new", expires: new Date(Date.now() + EXPIRES) };
			ids.push(done(await this.#commands.createEx(command)).json<{ id: string }>()?.id ?? "");
		}
		return ids;
	}

	/** What has become of a command. @throws Error of the service */
	async stateOf(id: string): Promise<{ readonly what: string; readonly state: string; readonly result: string }> {
		const { result = "", state = "", what = "" } = done(await this.#commands.getOneEx(id)).json<{ result?: string; state?: string; what?: string }>() ?? {};
		return { what, state, result };
	}

	/** Makes firmware that is newer than any for a target, signed with a new key. @throws Error of the service */
	async makeFirmware(target: string): Promise<Made> {
		const { items = [] } = done(await this.#firmware.getListEx({ perPage: 1, sort: "-version", filter: filter("target = {:target}", { target }) })).json<{ items?: { version: number }[] }>() ?? {};
		const version = items[0]?.version ?? 1;
		const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
		const bytes = randomBytes(FIRMWARE);
		const form = new FormData();
		form.set("@jsonPayload", JSON.stringify(signFirmware(bytes, { key, target, version: version + 1 })));
		form.set("file", new Blob([new Uint8Array(bytes)]), "firmware.bin");
		const response = await fetch(`${this.#url}/api/collections/firmware/records`, { method: "POST", headers: { authorization: this.#records.getAuthToken() }, body: form });
		if (!response.ok)
			throw new Error(`firmware: ${await response.text()}`);
		return { publicKey: publicKeyOf(key), version };
	}

	close(): void {
		this.#records.close();
	}
}

function done(response: ClientResponse): ClientResponse {
	if (!response.ok)
		throw new Error(response.error);
	return response;
}
