import { cp, rm } from "node:fs/promises";
import test from "ava";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { Superuser } from "../../tools/front/superuser.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { password, SuccessiveService } from "../../tools/successive-service.js";

const REJECTED = "the service does not accept the token";
const credentials = { collection: "users", identity: "device-one", password };
const limits: object = { retryBase: 10, retryMaximum: 50 };

/** What is done to a running service, so that the tokens it has given are not accepted any more; the account is there afterwards. */
const ends: readonly (readonly [name: string, end: (service: SuccessiveService, backup: string) => Promise<void>])[] = [
	["its collection's secret is rotated", async (service) => rotate(service)],
	["its account is deleted and made anew", async (service) => {
		const superuser = await Superuser.of(service);
		const { items: [{ id }] } = await superuser.ask<{ items: { id: string }[] }>("GET", "/api/collections/users/records?filter=username='device-one'");
		// A user that has readings can't be deleted.
		const { items: readings } = await superuser.ask<{ items: { id: string }[] }>("GET", `/api/collections/readings/records?filter=device='${id}'`);
		for (const reading of readings)
			await superuser.ask("DELETE", `/api/collections/readings/records/${reading.id}`);
		await superuser.ask("DELETE", `/api/collections/users/records/${id}`);
		await superuser.ask("POST", "/api/collections/users/records", { username: "device-one", email: "device-one@example.test", password, passwordConfirm: password });
	}],
	["an older database is restored", async (service, backup) => {
		await service.kill();
		await rm(service.data, { recursive: true });
		await cp(backup, service.data, { recursive: true });
		await service.next();
	}]
];

async function rotate(service: SuccessiveService): Promise<void> {
	const secret = Array.from({ length: 50 }, () => Math.floor(Math.random() * 10)).join("");
	await (await Superuser.of(service)).ask("PATCH", "/api/collections/users", { authToken: { secret, duration: 432_000 } });
}

for (const [name, end] of ends) {
	test(`a token in use and one that is restored when ${name}: the outbox delivers with credentials, and says why not without`, async (t) => {
		const service = await SuccessiveService.start();
		const backup = service.data + "-backup";
		const opened: { close(): void }[] = [];
		try {
			// The backup is from before the secret with which the tokens of this test are signed.
			await service.kill();
			await cp(service.data, backup, { recursive: true });
			await service.next();
			await rotate(service);

			const device = (options: object): { client: RecordsClient; outbox: Outbox } => {
				const client = new RecordsClient({ baseUrl: service.url, limits, preferences: null, ...options }).collection("readings");
				const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(), limits: { bootJitter: 0 } });
				opened.push(client, outbox);
				return { client, outbox };
			};
			const log = async (client: RecordsClient): Promise<void> => {
				t.is((await client.collection("users").authWithPassword("device-one", password)).error, "");
				client.collection("readings");
			};
			const preferences = new MemoryPreferences();
			const bare = device({ preferences });
			await log(bare.client);
			const able = device({ credentials });
			for (const { outbox } of [bare, able]) {
				outbox.put({ sensor: "before", value: 1 });
				t.is((await outbox.flush()).delivered, 1);
			}

			await end(service, backup);
			const rebooted = device({ preferences });
			t.true(rebooted.client.restoreAuthToken());
			const relogged = device({ preferences: preferences, credentials });
			t.true(relogged.client.restoreAuthToken());

			for (const { client, outbox } of [bare, rebooted]) {
				outbox.put({ sensor: "after", value: 2 });
				outbox.put({ sensor: "after", value: 3 });
				const { delivered, error, left } = await outbox.flush();
				t.deepEqual({ delivered, error: error.slice(0, REJECTED.length), left }, { delivered: 0, error: REJECTED, left: 2 });
				const list = await client.getListEx();
				t.deepEqual([list.kind, list.ok], ["auth", false]);
			}
			for (const { client, outbox } of [able, relogged]) {
				for (let value = 0; value < 3; value++)
					outbox.put({ sensor: "after", value });
				const { delivered, error, left } = await outbox.flush();
				t.deepEqual({ delivered, error, left }, { delivered: 3, error: "", left: 0 });
				t.is((await client.getListEx()).error, "");
			}
			await log(bare.client);
			t.is((await bare.outbox.flush()).left, 0, "once the app has logged in");
			t.is(bare.outbox.stats().rejected, 0);
		}
		finally {
			for (const one of opened.reverse())
				one.close();
			await service.remove();
			await rm(backup, { recursive: true, force: true });
		}
	});
}
