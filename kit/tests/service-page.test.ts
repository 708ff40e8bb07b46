/** What the live page is made of, as the service gives it out. In a browser: live-page.test.ts. */
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { startService } from "../../service/launcher.js";
import { projectRoot } from "../../service/project.js";

const folder = join(projectRoot(), "kit", "page");
const data = await mkdtemp(join(tmpdir(), "records-page-"));
const service = await startService({ data, quick: true });
test.after.always(async () => {
	await service.kill();
	await rm(data, { recursive: true, force: true });
});

test("each file comes with its type", async (t) => {
	const files: Readonly<Record<string, string>> = {
		"/": "text/html", "/page/uplot/uPlot.esm.js": "text/javascript", "/page/pocketbase/pocketbase.es.mjs": "text/javascript",
		"/page/uplot/uPlot.min.css": "text/css"
	};
	const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
	const own = readdirSync(folder).filter((name) => name !== "index.html").map((name) => [`/page/${name}`, types[name.split(".").at(-1)!]]);
	t.true(own.length > 6);
	for (const [path, type] of [...Object.entries(files), ...own]) {
		const response = await fetch(service.url + path);
		t.is(response.status, 200, path);
		t.is(response.headers.get("content-type")?.split(";")[0], type, path);
		await response.body?.cancel();
	}
});

test("nothing else of the project is given out, and other paths are answered as before", async (t) => {
	for (const path of ["/page/nothing.js", "/page/%2e%2e/hooks/page.pb.js", "/page/uplot/", "/page/uplot/%2e%2e/package.json", "/nothing", "/api/collections/readings/records/"]) {
		const response = await fetch(service.url + path);
		t.is(response.status, 404, path);
		t.is(await response.text(), '{"data":{},"message":"File not found.","status":404}\n', path);
	}
});
