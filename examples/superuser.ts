/** What a superuser does for an example: commands to a device, firmware. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import PocketBase from "pocketbase";
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

/** A command as the service has it. */
interface Command {
	readonly id: string;
	readonly what: string;
	readonly state: string;
	readonly result: string;
}

export class Superuser {
	readonly #service: PocketBase;

	private constructor(service: PocketBase) {
		this.#service = service;
	}

	/** @throws Error of the service, as all methods */
	static async logIn(url: string, { identity, password }: Login): Promise<Superuser> {
		const service = new PocketBase(url).autoCancellation(false);
		await service.collection("_superusers").authWithPassword(identity, password);
		return new Superuser(service);
	}

	/** Makes commands for a device, "on" and "off" in turn. @param identity its user's name or email @returns their ids */
	async command(identity: string, count: number): Promise<readonly string[]> {
		const whose = this.#service.filter("username = {:identity} || email = {:identity}", { identity });
		const { id: device } = await this.#service.collection("users").getFirstListItem(whose);
		const ids: string[] = [];
		for (let seq = 1; seq <= count; seq++) {
			const command = { device, seq, what: seq % 2 === 1 ? "on" : "off", state: "new", expires: new Date(Date.now() + EXPIRES) };
			ids.push((await this.#service.collection("commands").create<Command>(command)).id);
		}
		return ids;
	}

	/** What has become of a command. */
	stateOf(id: string): Promise<Command> {
		return this.#service.collection("commands").getOne<Command>(id);
	}

	/** Makes firmware that is newer than any for a target, signed with a new key. */
	async makeFirmware(target: string): Promise<Made> {
		const firmware = this.#service.collection("firmware");
		const { items: [newest] } = await firmware.getList<{ version: number }>(1, 1, { sort: "-version", filter: this.#service.filter("target = {:target}", { target }) });
		const version = newest?.version ?? 1;
		const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
		const bytes = randomBytes(FIRMWARE);
		await firmware.create({ ...signFirmware(bytes, { key, target, version: version + 1 }), file: new File([new Uint8Array(bytes)], "firmware.bin") });
		return { publicKey: publicKeyOf(key), version };
	}
}
