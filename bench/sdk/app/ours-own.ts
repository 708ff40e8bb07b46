/** What is measured of this library alone. */
import "./globals.js";
import { type ClientResponse, type Limits, RecordsClient } from "records-client";
import type { Figures, Line, OwnSettings } from "../../figures.js";
import { begin, end, watch, watched } from "./counters.js";
import { finish } from "./finish.js";

const BODY = '{"sensor":"temperature","value":21.4}';
/** What a list of 500 with `json()` needs, and how rows say so. */
const WIDE = { body: 262_144 };
const WIDELY = ", limits.body 262,144";
/** Behind the last page, where an answer is as short with parameters as without. */
const NOWHERE = 999;

const { url, password, part } = JSON.parse(settings) as OwnSettings;
/** What the service refuses, and what a front does. */
const BAD = '{"id":"no"}';
const LIMITED = '{"limited":1}';

/** Of the parts that need other limits than those of an app that sets none. A 429 is told at once, without pause and repeat. */
const limits: Readonly<Partial<Record<OwnSettings["part"], Partial<Limits>>>> = { limited: { retries: 0 }, list: WIDE, long: WIDE };
const client = new RecordsClient({ baseUrl: url, limits: limits[part] });

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
			verify(await each.collection("users").authWithPassword("device-one", password));
			each.collection("readings");
			await measureList(`list of ${length}, json()${name}`, async () => {
				const response = await each.getListEx(1, length);
				if (response.json<{ items: unknown[] }>()?.items.length !== length)
					throw new Error(`not ${length} records`);
				return response;
			}, 3);
		}
	},

	/** What a login costs whose token is not the one before: the service's tokens of one second are identical. */
	async login(): Promise<void> {
		let last = "";
		for (let found = 0; found < 5;) {
			begin();
			const response = await client.authWithPassword("device-one", password);
			const figures = end("login, a new token", 1);
			verify(response);
			if (last !== "" && last !== response.body) {
				tell({ figures });
				found++;
			}
			last = response.body;
		}
	},

	/** What a list costs with six parameters more and without them. */
	async parameters(): Promise<void> {
		await measureList("without parameters", () => client.getListEx(NOWHERE));
		await measureList("with parameters", () =>
			client.getListEx(NOWHERE, 30, "-created", "sensor = 'temperature' && value > 20", "1", "owner", "id,value,created"));
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

	/** Answers of several kinds in turn: what each costs directly after another. */
	async turns(): Promise<void> {
		const createOne = (): Promise<ClientResponse> => client.createEx(BODY);
		const list = (): Promise<ClientResponse> => client.getListEx(1, 30);
		await measureAfter("list of 30", list, list);
		await measureAfter("create after a list of 30", list, createOne);
		await measureAfter("list of 30 after a create", createOne, list);
		await measureAfter("create after a 400", () => client.createEx(BAD), createOne);
	},

	/** A create after one that was refused with 429. */
	async limited(): Promise<void> {
		await measureAfter("create after a 429", () => client.createEx(LIMITED), () => client.createEx(BODY));
	},

	/** A list of 500: the first answer but for the log-in's, and the next ones. */
	async long(): Promise<void> {
		begin();
		await listAll();
		tell({ figures: end("first list of 500", 1) });
		tellHeap("first list of 500");
		await measureList("list of 500", () => client.getListEx(1, 500), 3);
		watch();
		await listAll();
		tell({ heap: watched("peak of a list of 500") });
	}
};

/** The least of some rounds: an answer in chunks is dearer the more pieces it comes in, which the machine's load decides. */
async function measureAfter(name: string, before: () => Promise<ClientResponse>, run: () => Promise<ClientResponse>): Promise<void> {
	let least: Figures | undefined;
	for (let round = 0; round < 20; round++) {
		await before();
		begin();
		const response = await run();
		const figures = end(name, 1);
		verify(response);
		// The first ones have what follows learned.
		if (round >= 10 && (least === undefined || figures.computrons < least.computrons))
			least = figures;
	}
	tell({ figures: least });
}

async function create(count: number, run = (): Promise<ClientResponse> => client.createEx(BODY)): Promise<void> {
	for (let i = 0; i < count; i++)
		verify(await run());
}

async function measureCreates(name: string, run: () => Promise<ClientResponse>): Promise<void> {
	await create(10, run);
	begin();
	await create(100, run);
	tell({ figures: end(name, 100) });
}

async function listAll(): Promise<void> {
	verify(await client.getListEx(1, 500));
}

async function measureList(name: string, list: () => Promise<ClientResponse>, count = 20): Promise<void> {
	for (let i = 0; i < 3; i++)
		verify(await list());
	begin();
	for (let i = 0; i < count; i++)
		await list();
	tell({ figures: end(name, count) });
}

function verify({ ok, error }: ClientResponse): void {
	if (!ok)
		throw new Error(error);
}

function tellHeap(name: string): void {
	watch();
	tell({ heap: watched(name) });
}

function tell(line: Line): void {
	host.print(JSON.stringify(line));
}

finish(client.collection("users").authWithPassword("device-one", password).then((response) => {
	verify(response);
	client.collection(part === "login" ? "users" : "readings");
	return parts[part]();
}));
