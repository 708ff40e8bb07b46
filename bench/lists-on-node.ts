/** What a long list takes on Node, by this library or by PocketBase's SDK. Its environment says which, and where the list is. */
import { RecordsClient } from "records-client";
import { eachRecord } from "records-client/lists";

const PAGE = 500;
const MEGABYTE = 1_000_000;
const { LIST_COUNT: count = "", LIST_URL: url = "", LIST_WHO: who } = process.env;
let sum = 0;
let number = 0;
let peak = 0;

/** The heap without garbage. */
function held(): number {
	(globalThis as { gc?: () => void }).gc?.();
	return process.memoryUsage().heapUsed;
}

async function ours(before: number): Promise<void> {
	const client = new RecordsClient({ baseUrl: url, preferences: null });
	const { error } = await eachRecord<{ value: number }>({ client, collection: "readings", sort: "created" }, ({ value }) => {
		sum += value;
		if (++number % PAGE === 0)
			peak = Math.max(peak, held() - before);
	});
	client.close();
	if (error !== "")
		throw new Error(error);
}

async function pocketbase(before: number): Promise<void> {
	const { default: PocketBase } = await import("pocketbase");
	const list = await new PocketBase(url).collection("readings").getFullList<{ value: number }>({ batch: PAGE, sort: "created" });
	// It is whole before the app sees any of it.
	peak = held() - before;
	for (const { value } of list)
		sum += value;
}

const before = held();
const begun = performance.now();
await (who === "ours" ? ours : pocketbase)(before);
if (sum !== Number(count))
	throw new Error(`${sum} of ${count} records`);
console.log(JSON.stringify({ list: { peak: peak / MEGABYTE, seconds: (performance.now() - begun) / 1000 } }));
