import test from "ava";
import type { Service } from "../../service/launcher.js";
import { addressOf } from "../../service/arguments.mjs";
import { isLoopback, knownOperatorPassword, knownPassword, networkUrls, urlOf } from "../../service/network.js";
import { ask, tokenOf } from "../runner/asking.js";
import { folder } from "../runner/folder.js";
import { start } from "../runner/service.js";

const everywhere = "0.0.0.0";
const devices = ["device-one", "device-two"];

function login({ url }: Service, identity: string, password: string, collection?: string): Promise<string> {
	return tokenOf(url, identity, password, collection);
}

async function refreshes({ url }: Service, token: string): Promise<boolean> {
	return (await ask(url, "POST", "/api/collections/users/auth-refresh", token)).status === 200;
}

test("on 0.0.0.0 each account has a random password of its own, and the known one is refused", async (t) => {
	const service = await start(t, { data: await folder(t), host: everywhere });
	const { passwords = {} } = service;
	t.deepEqual(Object.keys(passwords).sort(), [...devices, "operator", "superuser"]);
	t.is(new Set(Object.values(passwords)).size, 4);
	for (const device of devices) {
		t.is(await login(service, device, knownPassword), "");
		t.not(await login(service, device, passwords[device]), "");
	}
	t.is(await login(service, "operator@example.test", knownOperatorPassword, "operators"), "");
	t.not(await login(service, "operator@example.test", passwords.operator, "operators"), "");
	t.is(await login(service, "superuser@example.test", knownPassword, "_superusers"), "");
	t.not(await login(service, "superuser@example.test", passwords.superuser, "_superusers"), "");
});

test("data with the known password gets others before a network is served, and older tokens end", async (t) => {
	const data = await folder(t);
	const before = await start(t, { data });
	const token = await login(before, "device-one", knownPassword);
	t.true(await refreshes(before, token));
	await before.stop();
	const service = await start(t, { data, host: everywhere });
	for (const device of devices)
		t.is(await login(service, device, knownPassword), "");
	t.false(await refreshes(service, token));
	t.not(await login(service, "device-two", service.passwords!["device-two"]), "");
});

test("a password that somebody chose for a network is the devices', and the known one can't be chosen", async (t) => {
	const data = await folder(t);
	const chosen = "chosen-password";
	const known = start(t, { data, host: everywhere, environment: { RECORDS_DEVICE_PASSWORD: knownPassword } });
	await t.throwsAsync(known, { message: /^RECORDS_DEVICE_PASSWORD is the password that everybody knows/ });
	const service = await start(t, { data, host: everywhere, environment: { RECORDS_DEVICE_PASSWORD: chosen } });
	for (const device of devices)
		t.not(await login(service, device, chosen), "");
	t.is(await login(service, "device-one", knownPassword), "");
});

test("a device that was given the known password again keeps the service from starting for a network", async (t) => {
	const data = await folder(t);
	const first = await start(t, { data, host: everywhere });
	const superuser = await login(first, "superuser@example.test", first.passwords!.superuser, "_superusers");
	const headers = { Authorization: `Bearer ${superuser}`, "Content-Type": "application/json" };
	const records = `${first.url}/api/collections/users/records`;
	const { items } = await (await fetch(`${records}?filter=${encodeURIComponent("username = 'device-two'")}`, { headers })).json() as { items: { id: string }[] };
	const body = JSON.stringify({ password: knownPassword, passwordConfirm: knownPassword });
	t.is((await fetch(`${records}/${items[0].id}`, { method: "PATCH", headers, body })).status, 200);
	await first.stop();
	await t.throwsAsync(start(t, { data, host: everywhere }), { message: /device-two has the password that everybody knows/ });
	t.not(await login(await start(t, { data }), "device-two", knownPassword), "");
});

test("another address of loopback is listened on, that one alone, with the known password", async (t) => {
	const service = await start(t, { data: await folder(t), host: "127.0.0.2" });
	t.is(service.url, `http://127.0.0.2:${service.port}`);
	t.is(service.passwords, undefined);
	t.not(await login(service, "device-one", knownPassword), "");
	await t.throwsAsync(fetch(`http://127.0.0.1:${service.port}/api/health`));
});

test("which hosts are loopback, and their URLs", (t) => {
	for (const host of ["127.0.0.1", "127.9.9.9", "::1"])
		t.true(isLoopback(host), host);
	// An address that is loopback's in another spelling is taken for a network's: the safe side.
	for (const host of ["0.0.0.0", "::", "192.0.2.1", "fe80::1", "::ffff:127.0.0.1", "::2"])
		t.false(isLoopback(host), host);
	t.is(urlOf("0.0.0.0", 80), "http://127.0.0.1:80");
	t.is(urlOf("::", 80), "http://[::1]:80");
	t.is(urlOf("2001:db8::1", 8090), "http://[2001:db8::1]:8090");
	t.deepEqual(networkUrls("192.0.2.1", 8090), ["http://192.0.2.1:8090"]);
	t.is(addressOf("localhost"), "127.0.0.1");
	for (const host of ["", "example.com", "127.1", "0", "0x7f.1", "127.0.0.1:8090", "[::1]", "fe80::1%lo"])
		t.throws(() => addressOf(host), { message: `--host ${host} is neither an IP address of this machine nor localhost` });
});
