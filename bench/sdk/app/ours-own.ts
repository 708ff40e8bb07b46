/** What is measured of this library alone. */
import "./globals.js";
import { type ClientResponse, RecordsClient } from "records-client";
import type { OwnSettings } from "../../figures.js";
import { begin, end, heapNow } from "./counters.js";
import { finish, good, tell } from "./finish.js";

const BODY = '{"sensor":"temperature","value":21.4}';
/** What a list of 500 with `json()` needs, and how rows say so. */
const WIDE = { body: 262_144 };
const WIDELY = ", limits.body 262,144";
const { url, password, part } = JSON.parse(settings) as OwnSettings;
/** Others than those of an app that sets none. */
const client = new RecordsClient({ baseUrl: url, limits: part === "list" || part === "long" ? WIDE : undefined });

const parts = {
	/** What a create costs. */
	async create(): Promise<void> {
		await measureCreates("create", () => client.createEx(BODY));
	},

	/** What a create costs through a handle of its own, kept and made for each. */
	async handle(): Promise<void> {
		const readings = client.at("readings");
		await measureCreates("create through a handle", () => readings.createEx(BODY));
		await measureCreates("create through a new handle", () => client.at("readings").createEx(BODY));
	},

	/** What lists cost with the objects that `json()` makes of them: with the limits as they are, and with those that longer ones need. */
	async json(): Promise<void> {
		const wide = new RecordsClient({ baseUrl: url, preferences: null, limits: WIDE });
		const own = new RecordsClient({ baseUrl: url, preferences: null });
		for (const [name, each, length] of [["", own, 30], ["", own, 75], [WIDELY, wide, 200], [WIDELY, wide, 500]] as const) {
			good(await each.collection("users").authWithPassword("device-one", password));
			each.collection("readings");
			await measureList(`list of ${length}, json()${name}`, async () => {
				const response = await each.getListEx(1, length);
				if (response.json<{ items: unknown[] }>()?.items.length !== length)
					throw new Error(`not ${length} records`);
				return response;
			}, 3);
		}
	},

	/** The live heap before a list of 500, after it, and after ten creates more. */
	async list(): Promise<void> {
		await create(100);
		tellHeap("100 creates");
		await listAll();
		tellHeap("a list of 500");
		await create(10);
		tellHeap("10 creates");
	},

	/** A list of 500. */
	async long(): Promise<void> {
		await measureList("list of 500", () => client.getListEx(1, 500), 3);
	}
};

async function create(count: number, run = (): Promise<ClientResponse> => client.createEx(BODY)): Promise<void> {
	for (let i = 0; i < count; i++)
		good(await run());
}

async function measureCreates(name: string, run: () => Promise<ClientResponse>): Promise<void> {
	await create(10, run);
	begin();
	await create(100, run);
	tell({ figures: end(name, 100) });
}

async function listAll(): Promise<void> {
	good(await client.getListEx(1, 500));
}

async function measureList(name: string, list: () => Promise<ClientResponse>, count = 20): Promise<void> {
	for (let i = 0; i < 3; i++)
		good(await list());
	begin();
	for (let i = 0; i < count; i++)
		await list();
	tell({ figures: end(name, count) });
}

function tellHeap(name: string): void {
	tell({ heap: heapNow(name) });
}

finish(client.collection("users").authWithPassword("device-one", password).then((response) => {
	good(response);
	client.collection("readings");
	return parts[part]();
}));
