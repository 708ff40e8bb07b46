import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { type Service, startService } from "../../service/launcher.js";
import { wifiCases } from "./wifi/index.js";
import { runCases } from "./run-cases.js";

let data: string | undefined;
let service: Service | undefined;

test.before(async () => {
	data = await mkdtemp(join(tmpdir(), "records-wifi-"));
	service = await startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: "device-pass-1234" } });
});

test.after.always(async () => {
	await service?.stop();
	if (data !== undefined)
		await rm(data, { recursive: true, force: true });
});

runCases(wifiCases, () => ({ service: service!.url, peer: "" }));
