import { Digest } from "crypt";
import { download } from "records-client/files";
import { filter } from "records-client/filter";
import { getFirst } from "records-client/lists";
import { isSigned } from "./signature";

/** The version that was installed last, and how often. */
const KEY = "installed";
/** How often a version is installed that does not stay. */
const MOST = 3;

/**
 * Brings newer firmware into the partition that does not run. The partition is switched when all of the file is there, is the
 * file that was signed, and is newer than the firmware that runs; whatever the service, the network and the power do.
 */
export class Installer {
	#buffer;
	#client;
	#domain;
	#partition;
	#preferences;
	#publicKey;
	#target;
	#version;

	/**
	 * @param buffer bytes that are written at a time
	 * @param domain of the preferences, which this has for itself
	 * @param publicKey of whoever signs firmware, in hexadecimal
	 * @param target what the firmware is made for, such as a board's name
	 * @param version of the firmware that runs, a whole number
	 */
	constructor({ buffer = 4096, client, domain = "update", partition, preferences, publicKey, target, version }) {
		if (!/^[\w.-]+$/.test(target))
			throw new TypeError("target must be letters, digits, dots and hyphens");
		if (!/^04[0-9a-f]+$/.test(publicKey) || publicKey.length !== 130)
			throw new TypeError("publicKey must be 04 and 128 digits of hexadecimal");
		if (!(Number.isSafeInteger(version) && version > 0))
			throw new RangeError("version must be a whole number above 0");
		this.#buffer = buffer;
		this.#client = client;
		this.#domain = domain;
		this.#partition = partition;
		this.#preferences = preferences;
		this.#publicKey = publicKey;
		this.#target = target;
		this.#version = version;
	}

	/**
	 * Installs the newest firmware that the service has for this target.
	 * @returns its version, which runs after the next start; 0 if there is none that is newer
	 * @throws Error that says why it was not installed: the firmware that runs goes on
	 */
	async install() {
		const offer = await this.#find();
		if (offer === undefined)
			return 0;
		const times = this.#check(offer);
		await this.#fetch(offer);
		// Not before: a power cut between the two would leave a version that counts and was never started.
		this.#preferences.set(this.#domain, KEY, `${offer.version} ${times + 1}`);
		return offer.version;
	}

	/** The newest that the service has, undefined for none. */
	async #find() {
		const { body, error, ok, statusCode } = await getFirst({
			client: this.#client, collection: "firmware", sort: "-version", fields: "target,version,length,sha256,signature,file",
			filter: filter("target = {:target} && version > {:version}", { target: this.#target, version: this.#version })
		});
		if (!ok && statusCode !== 404)
			throw new Error(error);
		return ok ? JSON.parse(body) : undefined;
	}

	/** Checks what the service says of a file, before a byte of it is fetched. Returns how often it was installed. */
	#check({ length, sha256, signature, target, version }) {
		if (target !== this.#target)
			throw new Error("the service offers firmware for another target");
		if (!(Number.isSafeInteger(version) && version > this.#version))
			throw new Error(`version ${version} is not newer than ${this.#version}`);
		if (!(Number.isSafeInteger(length) && length > 0) || !/^[0-9a-f]+$/.test(sha256) || sha256.length !== 64)
			throw new Error(`version ${version} has no length or no sha256`);
		if (!isSigned(`firmware ${target} ${version} ${length} ${sha256}`, this.#publicKey, String(signature)))
			throw new Error(`version ${version} is not signed by the owner of the public key`);
		const [installed, times] = String(this.#preferences.get(this.#domain, KEY) ?? "").split(" ").map(Number);
		if (installed !== version)
			return 0;
		if (times >= MOST)
			throw new Error(`version ${version} was installed ${MOST} times and did not stay`);
		return times;
	}

	/** Writes the file to the partition, and switches to it. */
	async #fetch({ file: filename, id: recordId, length, sha256, version }) {
		const digest = new Digest("SHA256");
		const update = this.#partition.open(length);
		try {
			const { error, ok } = await download({
				client: this.#client, collection: "firmware", recordId, filename, length, isProtected: true, buffer: this.#buffer
			}, (bytes) => {
				digest.write(bytes);
				update.write(bytes);
			});
			if (!ok)
				throw new Error(error);
			if (hexadecimal(digest.close()) !== sha256)
				throw new Error(`version ${version} is not the file that was signed`);
			update.complete();
		}
		finally {
			update.close();
		}
	}
}

function hexadecimal(buffer) {
	return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
