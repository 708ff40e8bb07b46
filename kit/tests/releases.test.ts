/** The kit on releases of PocketBase beside the pinned one. */
import test from "ava";
import { prepareRelease, type Release, type ReleaseReadiness, releases } from "../../tools/other-services/install.js";
import { EventStream } from "./event-stream.js";
import { guest, KitService } from "./kit-service.js";

const readied: (readonly [Release, ReleaseReadiness])[] = [];
for (const release of releases)
	readied.push([release, await prepareRelease(release)]);

for (const [release, readiness] of readied) {
	if (!readiness.ready)
		console.log(`not run: the kit on PocketBase ${release.version}: ${readiness.why}`);

	(readiness.ready ? test.serial : test.serial.skip)(`PocketBase ${release.version}: the kit's migrations and hooks run, a device posts, and the metrics count it`, async (t) => {
		process.env.RECORDS_SERVICE_BIN = readiness.ready ? readiness.binary : "";
		const { service, device } = await KitService.withDevices(t);
		const made = await service.ask("POST", "/api/collections/readings/records", device, { sensor: "a", value: 1 });
		t.is(made.status, 200, JSON.stringify(made.body));
		const refused = await service.ask("GET", "/api/collections/readings/records?expand=device.readings_via_device", device);
		t.is(refused.status, 400);
		t.regex(await service.metrics("?page=1"), /device-one/);
		for (const as of [device, guest, device])
			t.is((await (await EventStream.open(t, service.url)).subscribe(["readings/*"], as)).status, 204);
		t.notRegex(service.plain.output, /error|failed/i);
	});
}
