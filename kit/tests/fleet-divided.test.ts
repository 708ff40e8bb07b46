/** `npm run fleet` on three services that were one: each was started from a copy of its data. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { ask } from "../../host-tests/runner/asking.js";
import { folder } from "../../host-tests/runner/folder.js";
import type { Ended } from "../../host-tests/runner/program.js";
import { runFleet, superuserOf } from "./fleet-program.js";
import { KitService, readings } from "./kit-service.js";

test("what was there before a service was divided counts once, in lists and exports, and what each stores since is added", async (t) => {
	const home = await folder(t);
	const { service, device } = await KitService.withDevices(t);
	for (let value = 0; value < 10; value++)
		t.is((await service.ask("POST", readings, device, { sensor: "a", value })).status, 200);
	await service.plain.stop();
	const copies = await Promise.all(Array.from({ length: 3 }, () => service.plain.copied(service.folders)));
	t.teardown(() => Promise.all(copies.map((copy) => copy.remove())));
	writeFileSync(join(home, "services.txt"), ["one", "two", "three"].map((name, index) => `${name}=${copies[index].url}\n`).join("") + "devices=http://127.0.0.1/{name}\n");
	const run = (...parameters: string[]): Promise<Ended> => runFleet(parameters, { RECORDS_SERVICES: "services.txt", ...superuserOf(service.plain) }, home);
	const count = async (): Promise<string> => /^device-one .* (\d+) +0$/m.exec((await run("list")).output)![1];
	const written = async (...parameters: string[]): Promise<{ services: string[]; values: number[]; next: string }> => {
		const { code, errors } = await run("export", "--format", "ndjson", "--out", `${parameters.length}.ndjson`, ...parameters);
		t.is(code, 0, errors);
		const lines = readFileSync(join(home, `${parameters.length}.ndjson`), "utf8").split("\n").slice(0, -1).map((line) => JSON.parse(line));
		return { services: lines.map((line) => line.service), values: lines.map(({ value }) => value), next: /--from (\S+)\n$/.exec(errors)![1] };
	};
	t.is(await count(), "10");
	const first = await written();
	t.deepEqual(first.values, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
	t.regex(first.next, /^one=10\.[a-z0-9]{15},two=10\.[a-z0-9]{15},three=10\.[a-z0-9]{15}$/);
	for (const [index, value] of [[1, 10], [2, 11], [1, 12]])
		t.is((await ask(copies[index].url, "POST", readings, device.token, { sensor: "a", value })).status, 200);
	t.is(await count(), "13");
	const second = await written("--from", first.next);
	t.deepEqual([second.values, second.services], [[10, 11, 12], ["two", "three", "two"]]);
});
