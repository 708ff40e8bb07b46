import { randomBytes } from "node:crypto";
import { PASSWORD } from "../password.js";
import type { Superuser } from "./superuser.js";

/** A device's account in an auth collection that only one run uses, and a collection of notes beside it. */
export interface OwnDevice extends Record<string, string> {
	readonly collection: string;
	readonly identity: string;
	/** Notes that any account of the collection sees and writes. */
	readonly notes: string;
	/** Notes that a guest writes, too; `owner` is who wrote it. A guest sees only those that are public. */
	readonly open: string;
}

/** Accounts that can be taken away without harm to other runs. Their password is that of all devices. */
export class OwnDevices {
	readonly #superuser: Superuser;
	#name = "";
	#id = "";
	#admin = "";
	readonly #commands: Readonly<Partial<Record<string, () => Promise<object | undefined>>>> = {
		make: () => this.#make(),
		rotate: () => this.#superuser.ask("PATCH", `/api/collections/${this.#name}`, { authToken: { secret: random(), duration: 432_000 } }),
		revoke: () => this.#superuser.ask("PATCH", this.#account, { tokenKey: random() }),
		remove: () => this.#superuser.ask("DELETE", this.#account),
		again: () => this.#makeAccount(),
		admin: async () => {
			const identity = `${random()}@example.test`;
			this.#admin = await this.#makeRecord("_superusers", identity);
			return { identity };
		},
		demote: () => this.#superuser.ask("PATCH", `/api/collections/_superusers/records/${this.#admin}`, { tokenKey: random() })
	};

	constructor(superuser: Superuser) {
		this.#superuser = superuser;
	}

	/**
	 * Takes a command: `make`, `rotate` (the collection's secret), `revoke` (what signs the account's tokens), `remove` (the
	 * account), `again` (makes it anew, with another id), `admin` (makes a superuser), `demote`
	 * (revokes its tokens).
	 */
	async tell(command: string): Promise<object> {
		const told = this.#commands[command];
		if (told === undefined)
			throw new Error("no such command: own." + command);
		return await told() ?? {};
	}

	async #make(): Promise<OwnDevice> {
		const name = this.#name = `own_${random()}`;
		const superuser = this.#superuser;
		await superuser.ask("POST", "/api/collections", {
			type: "auth", name, authAlert: { enabled: false },
			fields: [{ type: "password", name: "password", cost: 4, system: true, hidden: true, required: true, min: 8 }]
		});
		await this.#makeAccount();
		const { id } = await superuser.ask<{ id: string }>("GET", `/api/collections/${name}`);
		const rule = "@request.auth.id != ''";
		const fields = [{ type: "text", name: "text" }, { type: "bool", name: "public" }, { type: "relation", name: "owner", collectionId: id, maxSelect: 1 },
			{ type: "autodate", name: "updated", onCreate: true, onUpdate: true }];
		await superuser.ask("POST", "/api/collections", {
			type: "base", name: name + "_notes", listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule, fields
		});
		await superuser.ask("POST", "/api/collections", {
			type: "base", name: name + "_open", listRule: `public = true || ${rule}`, viewRule: "", createRule: "", updateRule: rule, fields
		});
		return { collection: name, identity: `${name}@example.test`, notes: name + "_notes", open: name + "_open" };
	}

	get #account(): string {
		return `/api/collections/${this.#name}/records/${this.#id}`;
	}

	async #makeAccount(): Promise<undefined> {
		this.#id = await this.#makeRecord(this.#name, `${this.#name}@example.test`);
	}

	/** Returns its id. */
	async #makeRecord(collection: string, email: string): Promise<string> {
		return (await this.#superuser.ask<{ id: string }>("POST", `/api/collections/${collection}/records`, { email, password: PASSWORD, passwordConfirm: PASSWORD })).id;
	}
}

function random(): string {
	return randomBytes(20).toString("hex");
}
