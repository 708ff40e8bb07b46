import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { CountingProxy } from "../../tools/network/counting-proxy.js";
import { Superuser } from "../../tools/front/superuser.js";
import { storedReadings } from "../../tools/stored-readings.js";
import { password, SuccessiveService } from "../../tools/successive-service.js";

/** A service that limits rates, and an outbox with as many readings, of which nothing is delivered before a flush. */
async function prepare(t: ExecutionContext, rules: readonly object[], readings: number) {
	const service = await SuccessiveService.start();
	const proxy = new CountingProxy(service.port);
	await proxy.open();
	const superuser = await Superuser.of(service);
	await superuser.change({ rateLimits: { enabled: true, rules } });
	const client = new RecordsClient({ baseUrl: proxy.url, preferences: null, limits: { confirmEvery: 0 } });
	client.setAuthToken(await superuser.token("device-one", 600));
	const limits = { count: readings + 1, bootJitter: 600_000, age: 600_000, retryBase: 1000 };
	const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(8192, 1024), limits });
	for (let value = 0; value < readings; value++)
		t.true(outbox.put({ sensor: "rates", value }).stored);
	t.teardown(async () => {
		outbox.close();
		client.close();
		proxy.close();
		await service.remove();
	});
	return { proxy, outbox, stored: async () => (await storedReadings({ url: service.url, password }, "rates")).map(({ value }) => value).sort((one, other) => one - other) };
}

test("a limit on creates that a batch meets is a pause, and smaller batches get through", async (t) => {
	const { outbox, proxy, stored } = await prepare(t, [{ label: "*:create", maxRequests: 10, duration: 2 }], 40);
	const { delivered, error, left } = await outbox.flush();
	t.deepEqual({ delivered, left, requests: proxy.passed.length }, { delivered: 0, left: 40, requests: 1 });
	t.regex(error, /Batch transaction failed|Too Many Requests/);
	// The creates of a refused batch count, too.
	await wait(2500);
	const { left: none } = await outbox.flush({ deadline: 600_000 });
	t.is(none, 0);
	t.deepEqual(await stored(), Array.from({ length: 40 }, (_, value) => value));
	t.true(outbox.stats().requests <= 40, `${outbox.stats().requests} requests`);
	t.log(`${outbox.stats().requests} requests`);
});
