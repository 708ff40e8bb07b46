/** The request log with the kit: what is in it, and how much. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { guest, KitService, readings } from "./kit-service.js";

const service = await KitService.start();
test.after.always(() => service.remove());

/** Entries whose message has a text. They are written after up to three seconds. */
async function entries(text: string): Promise<any[]> {
	return (await service.manage("GET", `/api/logs?perPage=500&sort=-created&filter=${encodeURIComponent(`message~'${text}'`)}`)).items;
}

test.serial("the log has requests that failed, with texts that are cut, and none that went well", async (t) => {
	const device = await service.device("device-one", "a-device-password");
	t.is((await service.ask("POST", readings, device, { sensor: "a", value: 1 })).status, 200);
	t.is((await service.ask("GET", readings, device)).status, 200);
	const long = "x".repeat(2900);
	const response = await fetch(`${service.url}/api/nothing?${long}`, { headers: { "referer": long, "user-agent": long } });
	t.is(response.status, 404);
	let found: any[] = [];
	while (found.length === 0) {
		await sleep(200);
		found = await entries("nothing");
	}
	t.is(found[0].data.status, 404);
	t.true(JSON.stringify(found[0]).length < 2000, JSON.stringify(found[0]));
	t.is((await service.manage("GET", `/api/logs?filter=${encodeURIComponent("level<4")}`)).totalItems, 0);
	t.deepEqual(await entries("readings"), []);
});

test.serial("a minute has 30 requests that failed, and a later one says how many were left out", async (t) => {
	await Promise.all(Array.from({ length: 300 }, (_, index) => service.ask("GET", `/api/flood-${index}`, guest)));
	let leftOut = 0;
	for (let count = 0; leftOut < 240; count++) {
		await sleep(5000); // each entry has the log wait another three seconds
		await service.ask("GET", `/api/later-${count}`, guest);
		const { items } = await service.manage("GET", "/api/logs?perPage=500");
		leftOut = items.reduce((sum: number, { data }: any) => sum + (data.leftOut ?? 0), 0);
	}
	const flood = await entries("flood");
	t.true(flood.length > 0 && flood.length <= 60, String(flood.length)); // it may have met two minutes
});

test.serial("so it is with what PocketBase reports by itself because of a guest's requests", async (t) => {
	const asked = await Promise.all(Array.from({ length: 200 }, () => service.ask("POST", "/api/collections/_superusers/request-password-reset", guest, { email: "superuser@example.test" })));
	t.true(asked.every(({ status }) => status === 204));
	let found: any[] = [];
	while (found.length === 0) {
		await sleep(4000);
		found = await entries("password reset");
	}
	t.true(found.length <= 60, String(found.length));
});

test.serial("the metrics have the size of its file", async (t) => {
	const bytes = await service.metric("records_log_bytes");
	t.true(bytes > 0 && bytes <= statSync(join(service.plain.data, "auxiliary.db")).size + 65_536, String(bytes));
});
