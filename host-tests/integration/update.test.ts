/** Firmware over the air (examples/update): its code on Node, with the real service and two files in place of partitions. */
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "records-client";
import { publicKeyOf, signFirmware } from "../../examples/update/sign.mjs";
import { Directory } from "../../host/directory.js";
import "../../host/firmware/globals.js";
import { DERReader, INTEGER, isDER, SEQUENCE } from "../../lib/tls/der.js";
import { projectRoot } from "../../service/project.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { listen } from "../../tools/network/listener.js";
import { cutAfter, TCPProxy } from "../../tools/network/proxy.js";
import { SeededRandom } from "../../tools/seeded-random.js";
import { findVectors } from "../../tools/wycheproof/vectors.js";
import { type Account, KitService } from "../../kit/tests/kit-service.js";
import { folder as folderOf } from "../runner/folder.js";

interface Partition {
	readonly running: string;
	open(): { write(bytes: Uint8Array): void; complete(): void; close(): void };
}
type Installer = new (options: object) => { install(): Promise<number> };
type FilePartition = new (directory: object) => Partition;
type IsSigned = (text: string, key: string, signature: string) => boolean;

async function load<T>(...path: readonly string[]): Promise<T> {
	return await import(pathToFileURL(join(projectRoot(), ...path)).href) as T;
}

const { Installer } = await load<{ Installer: Installer }>("build", "firmware", "installer.js");
const { isSigned } = await load<{ isSigned: IsSigned }>("build", "firmware", "signature.js");
const { FilePartition } = await load<{ FilePartition: FilePartition }>("examples", "update", "simulator", "file-partition.js");

const secret = "a-device-password";
const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const publicKey = publicKeyOf(key);
const BUFFER = 1024;

let service: KitService;
let device: Account;
let names = 0;

test.before(async () => {
	service = await KitService.start();
	await service.device("updated", secret);
	device = await service.login("updated", secret);
});

test.after.always(() => service?.remove());

/** A target of a test's own. */
function newTarget(): string {
	return `board-${++names}`;
}

/** Offers firmware. @param changed fields that are not what was signed */
async function offer(bytes: Uint8Array, target: string, version: number, changed: object = {}, by: KeyObject = key, signed = bytes): Promise<void> {
	const form = new FormData();
	form.set("@jsonPayload", JSON.stringify({ ...signFirmware(signed, { key: by, target, version }), ...changed }));
	form.set("file", new Blob([new Uint8Array(bytes)]), "firmware.bin");
	const response = await fetch(`${service.url}/api/collections/firmware/records`, { method: "POST", headers: { authorization: service.superuser.token }, body: form });
	if (!response.ok)
		throw new Error(await response.text());
}

/** A device whose power can go: at a write, a flush or the opening of a file, after which nothing reaches its flash. */
class Device {
	readonly preferences = new MemoryPreferences();
	readonly target: string;
	version = 1;
	/** Steps until the power goes. */
	left = Infinity;
	url = service.url;
	readonly #folder: string;
	readonly directory: Directory;

	private constructor(folder: string, target: string) {
		this.#folder = folder;
		this.directory = new Directory(folder);
		this.target = target;
	}

	static async make(t: ExecutionContext, target: string): Promise<Device> {
		const folder = await folderOf(t);
		return new Device(folder, target);
	}

	/** Starts the device and has it look for firmware. Returns the version that it has installed. */
	async start(given: object = {}): Promise<number> {
		const client = new RecordsClient({ baseUrl: this.url, preferences: null, limits: { retries: 20, retryBase: 1, retryMaximum: 1 } as object });
		client.setAuthToken(device.token);
		const step = (): void => {
			if (--this.left < 0)
				throw new Error("no power");
		};
		const directory = {
			status: (path: string) => this.directory.status(path),
			openFile: (options: { path: string; mode: "r" | "r+" | "w+" }) => {
				if (options.mode !== "r")
					step();
				const file = this.directory.openFile(options);
				return {
					read: (view: Uint8Array, at: number) => file.read(view, at),
					write(bytes: Uint8Array, at: number) {
						step();
						file.write(bytes, at);
					},
					flush() {
						step();
						file.flush();
					},
					close: () => file.close()
				};
			}
		};
		const preferences = {
			get: (domain: string, name: string) => this.preferences.get(domain, name),
			set: (domain: string, name: string, value: string) => {
				step();
				this.preferences.set(domain, name, value);
			}
		};
		try {
			const { target, version } = this;
			return await new Installer({ buffer: BUFFER, client, partition: new FilePartition(directory), preferences, publicKey, target, version, ...given }).install();
		}
		finally {
			client.close();
		}
	}

	/** What the device starts next; undefined for what it was made with. */
	async next(): Promise<Buffer | undefined> {
		const { running } = new FilePartition(this.directory);
		return running === "firmware-0" ? undefined : readFile(join(this.#folder, running));
	}
}

test("firmware that is newer is installed; the same, an older one and one for another target are not", async (t) => {
	const target = newTarget();
	const device = await Device.make(t, target);
	t.is(await device.start(), 0, "none");
	await offer(randomBytes(3000), target, 1);
	await offer(randomBytes(3000), `${target}-other`, 5);
	t.is(await device.start(), 0, "the same");
	t.is(await device.next(), undefined);
	const [second, third] = [randomBytes(5000), randomBytes(7777)];
	await offer(third, target, 3);
	await offer(second, target, 2);
	t.is(await device.start(), 3);
	t.deepEqual(await device.next(), third);
	device.version = 3;
	t.is(await device.start(), 0, "all are older");
});

test("what is not signed as it is, is not installed, and the partition is not switched", async (t) => {
	const bytes = randomBytes(4000);
	const changed = Buffer.from(bytes);
	changed[3999] ^= 1;
	const { privateKey: stranger } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
	const cases: readonly (readonly [RegExp, (target: string) => Promise<void>])[] = [
		[/not signed/, (target) => offer(bytes, target, 2, {}, stranger)],
		[/not signed/, (target) => offer(bytes, target, 2, { version: 3 })],
		[/not signed/, (target) => offer(bytes, target, 2, { length: 4001 })],
		[/not signed/, (target) => offer(bytes, target, 2, { sha256: "0".repeat(64) })],
		[/not signed/, (target) => offer(bytes, target, 2, { signature: "0".repeat(128) })],
		[/not signed/, (target) => offer(bytes, target, 2, { signature: "f".repeat(128) })],
		[/not signed/, (target) => offer(bytes, target, 2, { signature: signFirmware(bytes, { key, target: "another", version: 2 }).signature })],
		[/not the file that was signed/, (target) => offer(changed, target, 2, {}, key, bytes)],
		[/the file has 3999 bytes, not 4000/, (target) => offer(bytes.subarray(1), target, 2, {}, key, bytes)],
		[/the file has 4000 bytes, not 3999/, (target) => offer(bytes, target, 2, {}, key, bytes.subarray(1))]
	];
	for (const [why, make] of cases) {
		const target = newTarget();
		await make(target);
		const device = await Device.make(t, target);
		await t.throwsAsync(() => device.start(), { message: why }, String(why));
		t.is(await device.next(), undefined, String(why));
	}
});

test("a service that answers anything has nothing installed", async (t) => {
	const bytes = randomBytes(100);
	const good = { id: "a", collectionName: "firmware", file: "firmware.bin", ...signFirmware(bytes, { key, target: "board", version: 2 }) };
	const lies: readonly object[] = [
		{ version: "2" }, { version: 2.5 }, { version: 1e300 }, { version: null }, { version: 1 }, { version: 0 }, { version: -1 }, { version: { valueOf: 2 } }, { target: "other" }, { target: null },
		{ length: "100" }, { length: 0 }, { length: -1 }, { length: 1e300 }, { sha256: 5 }, { sha256: null }, { sha256: good.sha256.toUpperCase() }, { sha256: [good.sha256] },
		{ signature: null }, { signature: 5 }, { signature: good.signature.toUpperCase() }, { signature: good.signature + "0" }, { signature: "" }
	];
	let opened = 0;
	let offered: object = good;
	const server = await listen(createServer((_request, response) => {
		const page = JSON.stringify({ items: [offered] });
		response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(page) }).end(page);
	}));
	t.teardown(() => server.close());
	const client = new RecordsClient({ baseUrl: server.url, preferences: null });
	t.teardown(() => client.close());
	const partition = {
		open() {
			opened++;
			throw new Error("opened");
		}
	};
	const install = (): Promise<number> => new Installer({ client, partition, preferences: new MemoryPreferences(), publicKey, target: "board", version: 1 }).install();
	await t.throwsAsync(install, { message: "opened" }, "the good one");
	t.is(opened, 1);
	for (const lie of lies) {
		offered = { ...good, ...lie };
		const error = await t.throwsAsync(install, undefined, JSON.stringify(lie));
		t.notRegex(error.message, /opened/, JSON.stringify(lie));
	}
	t.is(opened, 1);
	// What was signed once, and is not for this device any more.
	for (const [target, version, why] of [["board", 1, "version 1 is not newer than 1"], ["other", 2, "the service offers firmware for another target"]] as const) {
		offered = { ...good, ...signFirmware(bytes, { key, target, version }) };
		await t.throwsAsync(install, { message: why });
	}
});

test("wherever the power goes, what is started is the old firmware or all of the new, and the next start installs it", async (t) => {
	const target = newTarget();
	const bytes = randomBytes(20 * BUFFER + 7);
	await offer(bytes, target, 2);
	let cuts = 0, switched = 0;
	for (let at = 1, isWhole = false; !isWhole; at++) {
		const device = await Device.make(t, target);
		// The file that says what is started is there.
		await device.next();
		device.left = at;
		isWhole = await device.start().then((version) => version === 2, () => false);
		const started = await device.next();
		if (started !== undefined) {
			switched += isWhole ? 0 : 1;
			t.deepEqual(started, bytes, `cut at ${at}`);
		}
		else {
			t.false(isWhole);
			device.left = Infinity;
			t.is(await device.start(), 2, `cut at ${at}`);
			t.deepEqual(await device.next(), bytes);
		}
		cuts += isWhole ? 0 : 1;
	}
	// A part of the buffer may come alone.
	t.true(cuts >= 24, `${cuts} cuts`);
	t.true(switched > 0, "after the switch");
});

test("a download that is cut again and again goes on, and the file is whole", async (t) => {
	const target = newTarget();
	const bytes = randomBytes(300_000);
	await offer(bytes, target, 2);
	let cuts = 0;
	// Of each connection so many bytes come, far fewer than those of the file.
	const proxy = await new TCPProxy(Number(new URL(service.url).port), ({ server }) => ({
		down: cutAfter(40_000, () => {
			cuts++;
			server.destroy();
		})
	})).open();
	t.teardown(() => proxy.close());
	const device = await Device.make(t, target);
	device.url = proxy.url;
	t.is(await device.start(), 2);
	t.true(cuts >= 7, `${cuts} cuts`);
	t.deepEqual(await device.next(), bytes);
});

test("a version that was installed three times and does not stay is left alone; a newer one is not", async (t) => {
	const target = newTarget();
	const device = await Device.make(t, target);
	await offer(randomBytes(500), target, 2);
	for (let time = 1; time <= 3; time++)
		t.is(await device.start(), 2, "the bootloader has gone back");
	await t.throwsAsync(() => device.start(), { message: "version 2 was installed 3 times and did not stay" });
	await offer(randomBytes(500), target, 3);
	t.is(await device.start(), 3);
});

test("options that are wrong are named", (t) => {
	const good = { client: {}, partition: {}, preferences: {}, publicKey, target: "board", version: 1 };
	for (const [wrong, named] of [[{ target: "a board" }, "target"], [{ target: "" }, "target"], [{ publicKey: "" }, "publicKey"], [{ publicKey: publicKey.slice(2) }, "publicKey"], [{ version: 0 }, "version"], [{ version: "1" }, "version"]] as const)
		t.throws(() => new Installer({ ...good, ...wrong }), { message: new RegExp(`^${named} must`) });
});

/** What Node says. */
function isSignedByNode(text: string, publicKeyText: string, signature: string): boolean {
	const [x, y] = [2, 66].map((at) => Buffer.from(publicKeyText.slice(at, at + 64), "hex").toString("base64url"));
	try {
		return verify("sha256", Buffer.from(text), { key: createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" }), dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "hex"));
	}
	catch {
		return false;
	}
}

test("a signature is judged as by node:crypto, whatever is changed of it, of the key or of the text", (t) => {
	const dice = new SeededRandom(1);
	const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
	const hex = (number: bigint): string => number.toString(16).padStart(64, "0");
	let good = 0;
	const judge = (text: string, keyText: string, signature: string): void => {
		const expected = isSignedByNode(text, keyText, signature);
		good += Number(expected);
		t.is(isSigned(text, keyText, signature), expected, `${text} ${keyText} ${signature}`);
	};
	for (let round = 0; round < 20; round++) {
		const { sha256, signature } = signFirmware(randomBytes(10), { key, target: "board", version: round + 1 });
		const text = `firmware board ${round + 1} 10 ${sha256}`;
		judge(text, publicKey, signature);
		judge(`${text} `, publicKey, signature);
		const [r, s] = [0, 64].map((at) => BigInt(`0x${signature.slice(at, at + 64)}`));
		// The other s of the same r is as good.
		for (const [one, other] of [[r, n - s], [s, r], [r, 0n], [0n, s], [0n, 0n], [n, s], [r, n], [r, s + 1n], [n - 1n, n - 1n], [1n, 1n]] as const)
			judge(text, publicKey, hex(one) + hex(other));
		const at = dice.below(128);
		judge(text, publicKey, signature.slice(0, at) + (signature[at] === "0" ? "1" : "0") + signature.slice(at + 1));
		const place = 2 + dice.below(128);
		judge(text, publicKey.slice(0, place) + (publicKey[place] === "0" ? "1" : "0") + publicKey.slice(place + 1), signature);
	}
	t.is(good, 40);
	for (const [keyText, signature] of [[publicKey, ""], ["", "0".repeat(128)], [publicKey, "g".repeat(128)], [publicKey, "0".repeat(127)], [`02${publicKey.slice(2)}`, "1".repeat(128)], [`${publicKey}00`, "1".repeat(128)]])
		t.false(isSigned("text", keyText, signature));
});

const vectors = findVectors();
const title = "Wycheproof's signatures on P-256 are judged as by node:crypto";
if (typeof vectors === "string") {
	console.warn(`not run: ${title}: ${vectors}`);
	test.skip(title, (t) => t.fail());
}
else {
	test(title, (t) => {
		let count = 0, good = 0;
		for (const { hash, info, kind, message, name, signature } of vectors.signatures) {
			const text = Buffer.from(message).toString();
			if (kind !== "ec" || hash !== "SHA256" || !Buffer.from(text).equals(message) || !isDER(signature) || signature[0] !== SEQUENCE)
				continue;
			const reader = new DERReader(new DERReader(signature).read(SEQUENCE));
			const [r, s] = [reader.optional(INTEGER), reader.optional(INTEGER)].map((bytes) => Buffer.from(bytes ?? []).toString("hex").replace(/^00/, "").padStart(64, "0"));
			const keyText = Buffer.from(info).toString("hex").slice(-130);
			const expected = isSignedByNode(text, keyText, r + s);
			t.is(r.length === 64 && s.length === 64 && isSigned(text, keyText, r + s), expected, name);
			count++;
			good += Number(expected);
		}
		t.true(count > 150 && good > 50, `${count} vectors, ${good} of them good`);
		console.log(`attacks on firmware: ${count} of Wycheproof's signatures`);
	});
}
