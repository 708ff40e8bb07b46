/** What docs/deployment.md and docs/fleets.md give the machine's other programs: systemd's unit, modes of folders. */
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { findBinary } from "../../service/binary.js";
import { exportKit } from "../export/export.js";
import { GuardedProcess } from "../../service/guarded-process.js";
import { startService } from "../../service/launcher.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { serverOf } from "../../tools/installed.js";
import { ask } from "../../host-tests/runner/asking.js";
import { folder as folderOf } from "../../host-tests/runner/folder.js";
import { KitService, untilAnswered } from "./kit-service.js";

const run = promisify(execFile);

const analyze = serverOf("systemd-analyze");
if (analyze === undefined)
	console.log("not run: systemd's unit with the real systemd-analyze: not installed (Debian's package systemd)");
const nginx = serverOf("nginx");
if (nginx === undefined)
	console.log("not run: the nginx of the page with the real nginx: not installed (Debian's package nginx)");
const onPosix = process.platform === "win32" ? test.skip : test;

onPosix("systemd's unit starts PocketBase with the kit, and nobody else of the machine reads its data", async (t) => {
	const folder = await folderOf(t);
	const [program, state] = [join(folder, "opt"), join(folder, "state")];
	await exportKit(program);
	await cp(await findBinary(), join(program, "pocketbase"));
	const unit = await readFile(join(program, "systemd", "records.service"), "utf8");
	if (analyze !== undefined) {
		const files = ["records.service", "records-forward.service"].map((name) => join(folder, name));
		await writeFile(files[0], unit.replaceAll("/opt/records", program));
		await writeFile(files[1], (await readFile(join(program, "systemd", "records-forward.service"), "utf8")).replace("/usr/bin/node", process.execPath));
		const { stdout, stderr } = await run(analyze, ["verify", "--man=no", ...files]).catch((error: unknown) => error as { stdout: string; stderr: string });
		t.notRegex(stdout + stderr, /records(?:-forward)?\.service/);
	}
	const value = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit)![1];
	t.is(value("StateDirectoryMode"), "0700");
	await mkdir(state, { mode: 0o700 });
	const port = await freePort();
	const command = value("ExecStart").replaceAll("/opt/records", program).replaceAll("/var/lib/records", state).replace("127.0.0.1:8090", `127.0.0.1:${port}`);
	const child = new GuardedProcess("sh", ["-c", `umask ${value("UMask")}; exec ${command}`], process.env);
	t.teardown(() => child.kill());
	await untilAnswered(`http://127.0.0.1:${port}/live.html`, child);
	t.is(statSync(join(state, "pb_data")).mode & 0o777, 0o700);
	for (const name of readdirSync(join(state, "pb_data")))
		t.is(statSync(join(state, "pb_data", name)).mode & 0o077, 0, name);
	t.notRegex(child.output, /other users of this machine/);
});

test("whatever HAProxy lets through to a service has a JavaScript machine: one that is made for a request takes as long as a create", async (t) => {
	const read = (...path: string[]): Promise<string> => readFile(join(projectRoot(), ...path), "utf8");
	const places = [...(await read("kit", "haproxy", "haproxy.cfg")).matchAll(/default-server .*maxconn (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
	t.true(places > 300);
	for (const path of [["kit", "systemd", "records.service"], ["docs", "deployment.md"]]) {
		const pools = [...(await read(...path)).matchAll(/--hooksPool (\d+)/g)].map(([, count]) => Number(count));
		t.true(pools.length > 0 && pools.every((count) => count >= places), `${path.join("/")}: ${pools.join()} for ${places}`);
	}
});

(nginx === undefined ? test.skip : test)("the nginx of the page lets through what the kit takes: a batch of 50, firmware of 16 MB, a filter of 3,500 bytes", async (t) => {
	const [folder, port, service] = [await folderOf(t), await freePort(), await KitService.of(t)];
	const [, site] = /^nginx:\n\n```\n(server \{[^]*?\n\})\n```/m.exec(await readFile(join(projectRoot(), "docs", "deployment.md"), "utf8"))!;
	const file = join(folder, "nginx.conf");
	const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
	await writeFile(file, `daemon off; user root; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
		http { access_log off; ${paths} ${site.replace("443 ssl", `127.0.0.1:${port}`).replace(/^\tssl_.*\n/gm, "").replace("http://127.0.0.1:8090", service.url)} }`);
	const child = new GuardedProcess(nginx!, ["-c", file, "-p", folder], process.env);
	t.teardown(() => child.kill());
	const url = `http://127.0.0.1:${port}`;
	await untilAnswered(`${url}/api/health`, child);
	const { token } = await service.device("device-one", "a-device-password");
	const readings = "/api/collections/readings/records";
	const requests = Array.from({ length: 50 }, () => ({ method: "POST", url: readings, body: { sensor: "a", value: 1, extra: "x".repeat(32_000) } }));
	t.is((await ask(url, "POST", "/api/batch", token, { requests })).status, 200);
	t.is((await ask(url, "GET", `${readings}?filter=${encodeURIComponent(`sensor != '${"ä".repeat(1740)}'`)}`, token)).body.items.length, 30);
	const form = new FormData();
	form.set("@jsonPayload", JSON.stringify({ target: "board", version: 1, length: 4, sha256: "0".repeat(64), signature: "0".repeat(128) }));
	form.set("file", new Blob([new Uint8Array(16_777_216)]), "firmware.bin");
	t.is((await fetch(`${url}/api/collections/firmware/records`, { method: "POST", headers: { authorization: service.superuser.token }, body: form })).status, 200);
});

test("the kit says at its start that PocketBase has too few JavaScript machines", async (t) => {
	const text = "PocketBase has 15 JavaScript machines, and a batch of 50 readings takes 51: start it with --hooksPool 400";
	t.true((await KitService.of(t, {}, { hooksPool: 15 })).plain.output.includes(text));
	t.notRegex((await KitService.of(t)).plain.output, /JavaScript machines/);
});

onPosix("the kit says at its start which folder other users of the machine can read", async (t) => {
	const service = await KitService.of(t);
	t.notRegex(service.plain.output, /other users/);
	await service.plain.stop();
	await chmod(service.plain.data, 0o755);
	await service.restart();
	const { data, output } = service.plain;
	t.true(output.includes(`other users of this machine can read the data, and make themselves superusers: chmod 700 ${data}`), output);
});

onPosix("the folder of npm run service is its user's alone; one that is open is said", async (t) => {
	const data = join(await folderOf(t), "data");
	const service = await startService({ data, quick: true });
	t.is(statSync(data).mode & 0o777, 0o700);
	await service.stop();
	await chmod(data, 0o755);
	const open = await startService({ data, quick: true });
	t.teardown(() => open.stop());
	t.is(open.warning, `other users of this machine can read the data, and make themselves superusers: chmod 700 ${data}`);
});
