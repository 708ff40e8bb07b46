/**
 * What a device has in its storage when it is updated: a token, and the log of an outbox in flash and in files. Each
 * release adds one to `released/`, which every later build must read: `node build/host-tests/outbox/write-released-form.js VERSION`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RecordsClient } from "../../host/node.js";
import { FileStorage } from "../../lib/outbox/file-storage.js";
import type { Preferences } from "../../lib/platform.js";
import type { BlockStorage } from "../../lib/outbox/index.js";
import type { Outbox } from "../../lib/outbox/outbox.js";
import { projectRoot } from "../../service/project.js";
import { Disk, Flash } from "./disk.js";
import { LocalService } from "./model/local-service.js";
import { openOutbox } from "./open.js";

const blockLength = 512, blocks = 6;
/** When a start of the device has learned the time. */
const noon = Date.UTC(2026, 10, 21, 12);

/** A reading that waits: when it was taken, null where nobody knows. */
export interface Waiting {
	readonly value: number;
	readonly taken: string | null;
}

export interface ReleasedForm {
	readonly version: string;
	readonly token: { readonly baseUrl: string; readonly identity: string; readonly token: string; readonly preferences: Readonly<Record<string, string>> };
	/** Bytes in base64: of the partition, and of each file by its name. */
	readonly flash: string;
	readonly files: Readonly<Record<string, string>>;
	readonly waiting: readonly Waiting[];
}

/** Preferences over values by "domain key", which they change. */
export function preferencesOf(values: Map<string, string>): Preferences {
	const name = (domain: string, key: string): string => `${domain} ${key}`;
	return {
		get: (domain, key) => values.get(name(domain, key)),
		set: (domain, key, value) => values.set(name(domain, key), value),
		delete: (domain, key) => values.delete(name(domain, key))
	};
}

/** An outbox of another start. @param clock the service's time, -1 while it is not known */
export function openAt(storage: BlockStorage, service: LocalService, clock: { now: number }, start: string): Outbox {
	return openOutbox(storage, service, { client: { sendEx: service.carrier, now: () => clock.now }, stamp: "taken" }, () => start);
}

export function flashOf(bytes: Uint8Array = new Uint8Array(blocks * blockLength).fill(255)): Flash {
	return new Flash(bytes, blockLength);
}

export function filesOf(disk: Disk): FileStorage {
	return new FileStorage({ directory: disk, blocks, blockLength });
}

/** Three starts: the first has delivered a part, the second learns the time behind its first readings, the third never does. */
async function live(open: () => BlockStorage): Promise<void> {
	const service = new LocalService();
	const clock = { now: noon };
	const first = openAt(open(), service, clock, "first");
	for (const value of [1, 2, 3])
		first.put({ sensor: "t", value });
	await first.flush();
	first.put({ sensor: "t", value: 4 });
	first.close();
	clock.now = -1;
	const second = openAt(open(), service, clock, "second");
	for (const value of [5, 6])
		second.put({ sensor: "t", value });
	clock.now = noon + 60_000;
	second.put({ sensor: "t", value: 7 });
	second.close();
	clock.now = -1;
	const third = openAt(open(), service, clock, "third");
	third.put({ sensor: "t", value: 8 });
	third.close();
}

/** Delivers all that a storage has. */
export async function delivered(storage: BlockStorage): Promise<readonly Waiting[]> {
	const service = new LocalService();
	const outbox = openAt(storage, service, { now: noon + 3_600_000 }, "a later build");
	await outbox.flush();
	outbox.close();
	return [...service.stamped.values()].map(({ taken, value }) => ({ value, taken } as Waiting));
}

/** What this build leaves. */
export async function formOf(version: string): Promise<ReleasedForm> {
	const flash = flashOf(), disk = new Disk();
	await live(() => flash);
	await live(() => filesOf(disk));
	const preferences = new Map<string, string>();
	const baseUrl = "http://127.0.0.1:8090", identity = "device-one";
	const payload = Buffer.from('{"collectionId":"_pb_users_auth_","exp":4102444800,"id":"abcdefghijklmno","refreshable":true,"type":"auth"}').toString("base64url");
	const token = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${payload}.c2lnbmF0dXJl`;
	const client = new RecordsClient({ baseUrl, preferences: preferencesOf(preferences), credentials: { collection: "users", identity, password: "fixture" } });
	client.setAuthToken(token);
	client.close();
	return {
		version,
		token: { baseUrl, identity, token, preferences: Object.fromEntries(preferences) },
		flash: Buffer.from(flash.bytes).toString("base64"),
		files: Object.fromEntries([...disk.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")])),
		waiting: await delivered(flashOf(flash.bytes))
	};
}

export const releasedFolder = join(projectRoot(), "host-tests", "outbox", "released");

export function releasedForms(): readonly ReleasedForm[] {
	return readdirSync(releasedFolder).sort().map((name) => JSON.parse(readFileSync(join(releasedFolder, name), "utf8")) as ReleasedForm);
}
