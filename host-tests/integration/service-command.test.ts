import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { readArguments } from "../../service/arguments.mjs";
import { readLogin } from "../../service/login.js";
import { networkUrls } from "../../service/network.js";
import { freePort } from "../../service/port.js";
import { askForLogin } from "../runner/asking.js";
import { folder } from "../runner/folder.js";
import { Program } from "../runner/program.js";

const main = fileURLToPath(new URL("../../service/main.js", import.meta.url));

function command(t: ExecutionContext, parameters: readonly string[], password = ""): Program {
	return new Program([main, ...parameters], { RECORDS_DEVICE_PASSWORD: password }, t);
}

/** Behind it nothing else is printed. */
const last = /--host 0\.0\.0\.0\n/;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
	test(`it says when it is ready and ends with 0 on ${signal}`, async (t) => {
		const data = await folder(t);
		const port = await freePort();
		const started = command(t, ["--port", String(port), "--data", data]);
		await started.printed(last);
		const { identity, password } = await readLogin(data);
		t.deepEqual(started.output.trim().split("\n"), [
			`records service ready at http://127.0.0.1:${port}`,
			`live page: http://127.0.0.1:${port}/`,
			`dashboard: http://127.0.0.1:${port}/_/`,
			"operator: operator@example.test, password operator-pass-1234",
			"devices: device-one, device-two, password device-pass-1234",
			`superuser: ${identity}, password ${password}, kept in ${join(data, "superuser.json")}`,
			`data: ${data}`,
			"only this machine reaches it; for boards: npm run service -- --host 0.0.0.0"
		]);
		t.is((await fetch(`http://127.0.0.1:${port}/api/health`)).status, 200);

		started.child.kill(signal);
		t.is((await started.ended).code, 0);
		t.is(started.errors, "");
		await t.throwsAsync(fetch(`http://127.0.0.1:${port}/api/health`));
	});
}

test("on all addresses it prints each of them, and once the passwords, which work", async (t) => {
	const data = await folder(t);
	const port = await freePort();
	const parameters = ["--host", "0.0.0.0", "--port", String(port), "--data", data];
	const login = async (identity: string, password: string): Promise<number> => (await askForLogin(`http://127.0.0.1:${port}`, identity, password)).status;
	const first = command(t, parameters);
	await first.printed(/password of device-two/);
	const lines = first.output.trim().split("\n");
	t.true(lines[0].startsWith(`records service ready at http://127.0.0.1:${port}`), lines[0]);
	const addresses = networkUrls("0.0.0.0", port);
	t.is(lines[1], `live page: ${(addresses.length > 0 ? addresses : [`http://127.0.0.1:${port}`]).map((address) => `${address}/`).join(", ")}`);
	t.true(first.output.includes("everybody in the network reaches it"));
	for (const device of ["device-one", "device-two"]) {
		const password = new RegExp(`^password of ${device}, shown this once: ([0-9a-f]{24})$`, "m").exec(first.output)?.[1] ?? "";
		t.is(await login(device, password), 200);
		t.is(await login(device, "device-pass-1234"), 400);
	}
	t.regex(first.output, /^password of superuser@example\.test, shown this once: [0-9a-f]{24}$/m);
	first.child.kill("SIGTERM");
	t.is((await first.ended).code, 0);

	const second = command(t, parameters);
	await second.printed(/printed when this data was first served to a network/);
	t.notRegex(second.output, /[0-9a-f]{24}/);
	second.child.kill("SIGTERM");
	t.is((await second.ended).code, 0);
});

test("run by npm, it ends with npm's shell", async (t) => {
	const data = await folder(t);
	const port = await freePort();
	const line = `"${process.execPath}" "${main}" --port ${port} --data "${data}" & echo "process $!"; wait`;
	const shell = spawn("/bin/sh", ["-c", line], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, npm_lifecycle_event: "service" } });
	let output = "";
	shell.stdout.setEncoding("utf8").on("data", (text: string) => output += text);
	while (!output.includes("ready")) await once(shell.stdout, "data");
	const processId = Number(/process (\d+)/.exec(output)?.[1]);
	shell.kill("SIGKILL");
	// The command holds the shell's output open until it ends itself.
	let ended = false;
	t.teardown(() => {
		if (!ended)
			process.kill(processId, "SIGKILL");
	});
	await once(shell, "close");
	ended = true;
	await t.throwsAsync(fetch(`http://127.0.0.1:${port}/api/health`));
});

test("a fault in its options is named", (t) => {
	const faults: [string[], string][] = [
		[["--nope"], "Unknown option '--nope'"],
		[["extra"], "Unexpected argument 'extra'"],
		[["--port", "many"], "--port many is not a whole number from 1 to 65535"],
		[["--port", "70000"], "--port 70000 is not a whole number from 1 to 65535"],
		[["--port"], "Option '--port <value>' argument missing"],
		[["--data", ""], "--data is empty"],
		[["--host", ""], "--host  is neither an IP address of this machine nor localhost"],
		[["--host", "records.example.com"], "--host records.example.com is neither an IP address of this machine nor localhost"]
	];
	for (const [parameters, fault] of faults)
		t.true(t.throws(() => readArguments(parameters)).message.startsWith(fault), fault);
});

test("a taken port is named and ends it with 1", async (t) => {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => server.close());
	const { port } = server.address() as AddressInfo;
	const started = command(t, ["--port", String(port), "--data", await folder(t)]);
	t.is((await started.ended).code, 1);
	t.is(started.errors, `port ${port} on 127.0.0.1 is already taken by another program: choose another with --port\n`);
});

test("a device password that the service refuses is named before anything is made", async (t) => {
	const data = join(await folder(t), "data");
	for (const [password, fault] of [["äääääää", "short"], ["ä".repeat(36), "long"]] as const) {
		const started = command(t, ["--data", data], password);
		t.is((await started.ended).code, 1);
		t.is(started.errors, `RECORDS_DEVICE_PASSWORD is too ${fault}: the service takes at least 8 characters, and at most 71 bytes in UTF-8\n`);
		t.false(existsSync(data));
	}
});

test("a folder that can't hold data is named, with what is wrong in plain words, and ends it with 1", async (t) => {
	const home = await folder(t);
	const file = join(home, "file");
	await writeFile(file, "");
	const none = "the folder that it is in is not there and can't be made";
	const faults = [
		[file, "a part of the path is a file, not a folder"], [join(file, "data"), "a part of the path is a file, not a folder"],
		...process.platform === "linux" ? [["/proc/records", none], ["/proc/records/data", none]] : []
	];
	for (const [data, fault] of faults) {
		const started = command(t, ["--data", data]);
		t.is((await started.ended).code, 1);
		t.is(started.errors, `the folder ${data} can't be used for data: ${fault}\n`);
	}
});

test("a folder that this user may not write in, and a file that can't be written once the service runs, end it with 1", async (t) => {
	const data = await folder(t);
	// What is a folder can't be written as a file, whoever runs the test.
	await mkdir(join(data, "port"));
	const started = command(t, ["--port", String(await freePort()), "--data", data]);
	t.is((await started.ended).code, 1);
	t.regex(started.errors, /^the folder .* can't be used for data: illegal operation on a directory/);
	if (process.platform === "win32" || process.getuid?.() === 0)
		return;
	const locked = await folder(t);
	await chmod(locked, 0o500);
	const other = command(t, ["--data", join(locked, "data")]);
	t.is((await other.ended).code, 1);
	t.is(other.errors, `the folder ${join(locked, "data")} can't be used for data: this user of the machine may not write there\n`);
});

test("a full disk is named and ends it with 1, whenever it fills up", async (t) => {
	const home = await folder(t);
	// As a file system: without the right to mount one, this is not run.
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=600k", "tmpfs", home]).status === 0;
	if (!mounted) {
		t.log("not run: no right to mount a small file system");
		return;
	}
	t.teardown(() => void spawnSync("umount", [home]));
	for (const size of [0, 300, 560, 590]) {
		await writeFile(join(home, "filler"), Buffer.alloc(size * 1024));
		const data = join(home, "data");
		const started = command(t, ["--port", String(await freePort()), "--data", data]);
		t.is((await started.ended).code, 1, `${size}`);
		t.is(started.errors, `the folder ${data} can't be used for data: the disk is full\n`, `${size}`);
		await rm(data, { recursive: true, force: true });
	}
});

test("a password of the devices that is not the known one is not printed", async (t) => {
	const started = command(t, ["--port", String(await freePort()), "--data", await folder(t)], "a-chosen-password");
	await started.printed(last);
	t.true(started.output.includes("\ndevices: device-one, device-two, with the password that RECORDS_DEVICE_PASSWORD was when the data was made\n"));
	t.false(started.output.includes("a-chosen-password"));
});
