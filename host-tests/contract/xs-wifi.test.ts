import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { type Service, startService } from "../../service/launcher.js";
import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

const readiness = await prepareXS();
let data: string | undefined;
let service: Service | undefined;

test.before(async () => {
	if (!readiness.ready)
		return;
	data = await mkdtemp(join(tmpdir(), "records-xs-wifi-"));
	service = await startService({ data, quick: true });
});

test.after.always(async () => {
	await service?.stop();
	if (data !== undefined)
		await rm(data, { recursive: true, force: true });
});

runCasesOnXS(readiness, "wifi", () => ({ service: service?.url ?? "", peer: "" }));
