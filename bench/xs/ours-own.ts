/** What is measured of this library alone. */
import { type ClientResponse, RecordsClient } from "records-client";
import type { Line, OwnSettings } from "../figures.js";
import { begin, end, watch, watched } from "./counters.js";

const BODY = '{"sensor":"temperature","value":21.4}';
const LIST_OF_500 = 524_288;
/** Behind the last page, where an answer is as short with parameters as without. */
const NOWHERE = 999;

const { url, password, part } = JSON.parse(settings) as OwnSettings;
const client = new RecordsClient({ baseUrl: url, limits: { body: LIST_OF_500 } });

const parts = {
	/** What a create costs. */
	async create(): Promise<void> {
		await create(10);
		begin();
		await create(100);
		tell({ figures: end("create", 100) });
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
	}
};

async function create(count: number): Promise<void> {
	for (let i = 0; i < count; i++)
		verify(await client.createEx(BODY));
}

async function listAll(): Promise<void> {
	verify(await client.getListEx(1, 500));
}

async function measureList(name: string, list: () => Promise<ClientResponse>): Promise<void> {
	for (let i = 0; i < 3; i++)
		verify(await list());
	begin();
	for (let i = 0; i < 20; i++)
		await list();
	tell({ figures: end(name, 20) });
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

client.collection("users").authWithPassword("device-one", password).then((response) => {
	verify(response);
	client.collection(part === "login" ? "users" : "readings");
	return parts[part]();
}).then(() => host.exit(0), (error: unknown) => {
	host.print(String(error));
	host.exit(70);
});
