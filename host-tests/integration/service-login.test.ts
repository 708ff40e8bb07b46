import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import test from "ava";
import { startService, type Service } from "../../service/launcher.js";
import { loginFile } from "../../service/login.js";
import { askForLogin, tokenOf } from "../runner/asking.js";
import { folder } from "../runner/folder.js";
import { start } from "../runner/service.js";

/** The status of a login as the superuser. */
async function login({ url }: Service, password: string, identity = "superuser@example.test"): Promise<number> {
	return (await askForLogin(url, identity, password, "_superusers")).status;
}

test("a login for development is random, works, and is the same at the next start", async (t) => {
	const data = await folder(t);
	const first = await start(t, { data, login: true });
	t.regex(first.login!.password, /^[0-9a-f]{24}$/);
	t.is(await login(first, first.login!.password, first.login!.identity), 200);
	const token = await tokenOf(first.url, first.login!.identity, first.login!.password, "_superusers");
	t.deepEqual(JSON.parse(await readFile(loginFile(data), "utf8")), first.login);
	if (process.platform !== "win32")
		t.is((await stat(loginFile(data))).mode & 0o777, 0o600);
	await first.stop();
	const second = await start(t, { data, login: true });
	t.deepEqual(second.login, first.login);
	t.is(await login(second, second.login!.password), 200);
	// Who is logged in stays so.
	const headers = { Authorization: token };
	t.is((await fetch(`${second.url}/api/collections/_superusers/auth-refresh`, { method: "POST", headers })).status, 200);
	const other = await start(t, { data: await folder(t), login: true });
	t.not(other.login!.password, first.login!.password);
});

test("data that was there before gets one, too; a deleted file makes another, and ends the first", async (t) => {
	const data = await folder(t);
	const before = await start(t, { data });
	t.is(before.login, undefined);
	t.false(existsSync(loginFile(data)));
	await before.stop();
	const first = await start(t, { data, login: true });
	t.is(await login(first, first.login!.password), 200);
	await first.stop();
	await rm(loginFile(data));
	const second = await start(t, { data, login: true });
	t.is(await login(second, first.login!.password), 400);
	t.is(await login(second, second.login!.password), 200);
});

test("a network is served without one, and what was kept is forgotten", async (t) => {
	const data = await folder(t);
	const before = await start(t, { data, login: true });
	await before.stop();
	const network = await start(t, { data, login: true, host: "0.0.0.0" });
	t.is(network.login, undefined);
	t.false(existsSync(loginFile(data)));
	t.is(await login(network, before.login!.password), 400);
	t.is(await login(network, network.passwords!.superuser), 200);
	await network.stop();
	// Somebody was given the superuser's password: it stays.
	const after = await start(t, { data, login: true });
	t.is(after.login, undefined);
	t.is(await login(after, network.passwords!.superuser), 200);
});

test("a file that holds no login is named, and nothing is started", async (t) => {
	const data = await folder(t);
	for (const text of ["", "{}", '{"identity":1,"password":"a"}']) {
		await writeFile(loginFile(data), text);
		const error = await t.throwsAsync(startService({ data, quick: true, login: true }));
		t.true(error.message.startsWith(loginFile(data)), error.message);
		t.regex(error.message, /delete it for a new/);
	}
});
