/** What npm run test:device has its cases talk to answers whatever the run itself is doing. */
import { spawnSync } from "node:child_process";
import test from "ava";
import { serviceOfFile } from "../../tools/service-of-file.js";

/** Of device-tests/host/places.ts, which stands above these tests. */
interface Places {
	readonly peer: string;
	readonly front: string;
	readonly faults: string;
	close(): Promise<number>;
}

const service = serviceOfFile();

test("peer, front and fault proxy of the device tests answer while the run's own process computes", async (t) => {
	const { startPlaces } = await import(new URL("../../device-tests/host/places.js", import.meta.url).href) as { startPlaces(service: object): Promise<Places> };
	const places = await startPlaces(service);
	t.teardown(async () => {
		await places.close();
	});
	const urls = [`${places.peer}/keep/a/api/collections/observe/records/run`, `${places.front}/a/api/collections/front/records/seen`, `${places.faults}/none.0/a/api/collections/authority/records/ca`];
	const script = `for (const url of ${JSON.stringify(urls)}) console.log((await fetch(url)).status)`;
	// Nothing else happens in this process until the other has its answers.
	const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", timeout: 600_000 });
	t.is(stdout, "200\n200\n200\n");
});
