import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { type Service, startService } from "../../service/launcher.js";
import { authCases } from "./auth/index.js";
import { type Front, startFront } from "../support/front/front.js";
import { runCases } from "./run-cases.js";

let data: string | undefined;
let service: Service | undefined;
let front: Front | undefined;

test.before(async () => {
	data = await mkdtemp(join(tmpdir(), "records-auth-"));
	service = await startService({ data, quick: true });
	front = await startFront(service);
});

test.after.always(async () => {
	front?.close();
	await service?.stop();
	if (data !== undefined)
		await rm(data, { recursive: true, force: true });
});

runCases(authCases, () => ({ service: service!.url, peer: "", front: front!.url }));
