/** The kit on releases of PocketBase beside the pinned one. */
import test from "ava";
import { prepareRelease, type Release, type ReleaseReadiness, releases } from "../../tools/other-services/install.js";
import { KitService } from "./kit-service.js";

const readied: (readonly [Release, ReleaseReadiness])[] = [];
for (const release of releases)
	readied.push([release, await prepareRelease(release)]);

for (const [release, readiness] of readied) {
	if (!readiness.ready)
		console.log(`not run: the kit on PocketBase ${release.version}: ${readiness.why}`);

	(readiness.ready ? test.serial : test.serial.skip)(`PocketBase ${release.version}: the kit's migrations and hooks run, a device posts, and the metrics count it`, async (t) => {
		process.env.RECORDS_SERVICE_BIN = readiness.ready ? readiness.binary : "";
		const service = await KitService.start({ RECORDS_METRICS_TOKEN: "a-token-for-metrics" });
		t.teardown(() => service.remove());
		const device = await service.device("device-one", "a-device-password");
		const made = await service.ask("POST", "/api/collections/readings/records", device, { sensor: "a", value: 1 });
		t.is(made.status, 200, JSON.stringify(made.body));
		const refused = await service.ask("GET", "/api/collections/readings/records?expand=device.readings_via_device", device);
		t.is(refused.status, 400);
		const metrics = await (await fetch(`${service.url}/api/records/metrics?page=1`, { headers: { authorization: "Bearer a-token-for-metrics" } })).text();
		t.regex(metrics, /device-one/);
		const controller = new AbortController();
		t.teardown(() => controller.abort());
		const stream = await fetch(`${service.url}/api/realtime`, { signal: controller.signal });
		t.regex(new TextDecoder().decode((await stream.body!.getReader().read()).value), /PB_CONNECT/);
		t.notRegex(service.plain.output, /error|failed/i);
	});
}
