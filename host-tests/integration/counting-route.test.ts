/** A route of the app's own, whose requests have an id as creates do: none is done twice. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { RecordsClient } from "records-client";
import { type Service, startService } from "../../service/launcher.js";
import { projectRoot } from "../../service/project.js";
import { startFront } from "../../tools/front/front.js";
import type { RequestProxy } from "../../tools/network/request-proxy.js";

let service: Service;
let front: RequestProxy;

test.before(async () => {
	const data = await mkdtemp(join(tmpdir(), "records-counting-"));
	const hooks = join(data, "hooks");
	for (const folder of ["service/hooks", "host-tests/integration/counting-hooks"])
		await cp(join(projectRoot(), folder), hooks, { recursive: true });
	// It needs the project's folders around it.
	await rm(join(hooks, "page.pb.js"));
	service = await startService({ data, quick: true, hooks });
	front = await startFront(service);
});

test.after.always(async () => {
	front?.close();
	await service?.kill();
	if (service !== undefined)
		await rm(service.data, { recursive: true, force: true });
});

for (const [what, fault, kind] of [["whose answer is lost", "cut", "connect"], ["that a proxy answers 503 after it was done", "done-503", "http"]] as const) {
	test(`a POST to a route of the app's own ${what} is not repeated, whatever id it has`, async (t) => {
		const baseUrl = `${front.url}/${fault}`;
		const client = new RecordsClient({ baseUrl, preferences: null, limits: { retryBase: 1, retryPause: 1 } as object });
		t.teardown(() => client.close());
		const id = `${fault.replace("-", "")}abcdefghijklmno`.slice(0, 15);
		t.is((await client.sendEx("GET", `/api/collections/front/records/records.${fault}.1`)).error, "");
		const response = await client.sendEx("POST", "/api/my/increment", { id, by: 1 });
		t.is(response.kind, kind);
		t.is((await client.sendEx("GET", `/api/my/count/${id}`)).body.trim(), '{"count":1}');
		t.is((await client.sendEx("POST", "/api/my/increment", { id, by: 1 })).body.trim(), `{"count":2,"id":"${id}"}`);
	});
}
