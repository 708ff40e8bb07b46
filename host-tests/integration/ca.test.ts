/** The program that finds a server's CA, against servers on loopback. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer as createPlainServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createServer, type TlsOptions } from "node:tls";
import test, { type ExecutionContext } from "ava";
import { projectRoot } from "../../service/project.js";
import { address, alternativeNames, authorityExtensions, basicConstraints, extension, intermediate, leaf, leafExtensions, type Made, nameOf, root } from "../../tools/x509/certificate.js";
import { element, identifier, pemOf, sequence, set, tagged, time } from "../../tools/x509/der.js";
import { ecKeys, rsaKeys } from "../../tools/x509/keys.js";
import { Listener } from "../../tools/network/listener.js";
import { folder } from "../runner/folder.js";
import { type Ended, Program } from "../runner/program.js";

const program = join(projectRoot(), "dist", "ca.js");
const day = 86_400_000; // milliseconds

const authority = root("Private Root", ecKeys());
const middle = intermediate("Private Middle", ecKeys(), authority);
const own = leaf(middle, ecKeys());

function run(file: string, parameters: readonly string[], moddable = ""): Promise<Ended> {
	return new Program([file, ...parameters], { MODDABLE: moddable }).ended;
}

/** A server that sends these certificates, until the test ends. Returns what it is asked by. */
async function serve(t: ExecutionContext, chain: readonly Made[], options: TlsOptions = {}, host = "127.0.0.1"): Promise<string> {
	const key = chain[0].keys.privateKey.export({ type: "pkcs8", format: "pem" });
	const server = createServer({ cert: chain.map(({ der }) => pemOf(der)).join(""), key, ...options }, (socket) => void socket.on("error", () => undefined)).on("tlsClientError", () => undefined);
	return `${host === "127.0.0.1" ? "localhost" : `[${host}]`}:${await listen(t, server, host)}`;
}

async function listen(t: ExecutionContext, server: Server, host = "127.0.0.1"): Promise<number> {
	await once(server.listen(0, host), "listening");
	t.teardown(() => server.close());
	return (server.address() as AddressInfo).port;
}

async function fileOf(t: ExecutionContext, ...all: readonly Made[]): Promise<string> {
	const path = join(await folder(t), "ca.pem");
	await writeFile(path, all.map(({ der }) => pemOf(der)).join(""));
	return path;
}

/** What is told of a server whose CA is trusted. */
async function refused(t: ExecutionContext, chain: readonly Made[], text: string, options: TlsOptions = {}): Promise<string> {
	const { code, output } = await run(program, ["--ca", await fileOf(t, authority), await serve(t, chain, options)]);
	t.is(code, 1, output);
	t.true(output.includes(`A device refuses this server: ${text}\n`), output);
	return output;
}

test("a private CA that the server sends: shown, written as DER, and accepted once it is trusted", async (t) => {
	const server = await serve(t, [own, middle, authority]);
	const out = join(await folder(t), "ca.der");
	const first = await run(program, [server, "--out", out]);
	t.is(first.code, 1);
	t.regex(first.output, /The server sends 3 certificates:\n {2}1 {2}CN=leaf\n {5}issued by {2}CN=Private Middle\n {5}key {8}P-256\n {5}valid {6}\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\n/);
	t.regex(first.output, /A device refuses this server: certificate is not signed by a trusted CA\n {2}Cause: what the server sends does not lead to a CA/);
	t.regex(first.output, /It is a private CA: CN=Private Root\.[^]*SHA-256 [0-9A-F:]{95}\n[^]*A device that trusts it accepts this server\./);
	t.deepEqual(await readFile(out), Buffer.from(authority.der));
	const second = await run(program, [server, "--ca", out]);
	t.is(second.code, 0, second.output);
	t.regex(second.output, /It leads to this CA of .*ca\.der:\n {2}1 {2}CN=Private Root\n {5}issued by {2}itself\n[^]*A device accepts this server with that CA\.\nwhether the Moddable SDK has it was not looked at/);
	const third = await run(program, [server, "--out", out]);
	t.is(third.code, 1);
	t.regex(third.errors, /^error {4}EEXIST/);
});

test("a private CA that has more against the server is told with it", async (t) => {
	const { output } = await run(program, [await serve(t, [leaf(authority, ecKeys(), { extensions: [...leafExtensions().slice(0, 2), alternativeNames("other.test")] }), authority])]);
	t.regex(output, /- A device that trusts it still refuses this server: certificate is for other\.test, not localhost\n/);
});

test("a certificate that nobody but itself has signed is the server's own, and no CA", async (t) => {
	const keys = ecKeys();
	const out = join(await folder(t), "own.der");
	const server = await serve(t, [leaf({ name: nameOf("leaf"), keys }, keys, { extensions: [basicConstraints(sequence()), ...leafExtensions()] })]);
	const { code, output } = await run(program, [server, "--out", out]);
	t.is(code, 1);
	t.regex(output, /refuses this server: certificate is self-signed\n[^]*The server's certificate has signed itself: CN=leaf\.[^]*Ask whoever runs the server for its SHA-256\.[^]*A device that trusts it accepts this server\./);
	t.notRegex(output, /private CA|that CA/);
	t.is((await run(program, [server, "--ca", out])).code, 0);
});

test("a certificate without a subject is shown by the names that it is for", async (t) => {
	const nameless = leaf(middle, ecKeys(), { subject: sequence() });
	const { code, output } = await run(program, ["--ca", await fileOf(t, authority), await serve(t, [nameless, middle])]);
	t.is(code, 0, output);
	t.regex(output, /\n {2}1 {2}DNS:localhost\n {5}issued by {2}CN=Private Middle\n/);
	const without = leaf(middle, ecKeys(), { subject: sequence(), extensions: leafExtensions().slice(0, 2) });
	t.regex(await refused(t, [without, middle], "certificate is not for localhost"), /\n {2}1 {2}without a name\n/);
});

test("what the pages link to is told by its page", async (t) => {
	t.regex(await refused(t, [own], "certificate is not signed by a trusted CA"), /What to do: .*; if it does, give its CA \(docs\/tls\.md#which-ca\)\n/);
});

test("without the intermediate: who is missing, and both that it may be", async (t) => {
	const output = await refused(t, [own], "certificate is not signed by a trusted CA");
	t.regex(output, /Neither the server nor this list has the certificate of CN=Private Middle, which signed the last one\.\n.*\(fullchain\.pem instead of cert\.pem\)\.\n.*--ca FILE\.\n$/);
	const out = join(await folder(t), "ca.der");
	const { code, errors } = await run(program, [await serve(t, [own]), "--out", out]);
	t.is(code, 1);
	t.regex(errors, /^error {4}nothing was written into .*: no CA is known\n$/);
	t.false(existsSync(out));
});

test("an expired certificate, an expired CA, and one that is not valid yet are marked", async (t) => {
	const past = { from: time(Date.now() - 3 * day), to: time(Date.now() - day) };
	t.regex(await refused(t, [leaf(middle, ecKeys(), past), middle], "certificate has expired"), /1 {2}CN=leaf\n.*\n.*\n {5}valid .*: EXPIRED\n/);
	t.regex(await refused(t, [leaf(middle, ecKeys(), { from: time(Date.now() + day) }), middle], "certificate is not yet valid, or the clock is not set"), /: NOT YET VALID\n/);
	const old = root("Old Root", ecKeys(), past);
	const { code, output } = await run(program, ["--ca", await fileOf(t, old), await serve(t, [leaf(old, ecKeys())])]);
	t.is(code, 1);
	t.regex(output, /It names this CA of .*:\n {2}1 {2}CN=Old Root\n.*\n.*\n {5}valid .*: EXPIRED\n\nA device refuses this server: certificate has expired\n/);
});

test("keys on P-384 are accepted; one that a device does not take is told", async (t) => {
	const large = root("Large Root", ecKeys("secp384r1"), { hash: "SHA384" });
	const { code, output } = await run(program, ["--ca", await fileOf(t, large), await serve(t, [leaf(large, ecKeys("secp384r1"), { hash: "SHA384" })])]);
	t.is(code, 0, output);
	t.is(output.match(/key {8}P-384\n/g)?.length, 2);
	await refused(t, [leaf(authority, rsaKeys(1024))], "certificate has a key that is not accepted", { ciphers: "DEFAULT@SECLEVEL=0" });
});

test("another host's certificate names both; --server-name looks for another name", async (t) => {
	const other = leaf(middle, ecKeys(), { extensions: [...leafExtensions().slice(0, 2), alternativeNames("other.test")] });
	const output = await refused(t, [other, middle], "certificate is for other.test, not localhost");
	t.regex(output, /It names this CA of .*:\n {2}1 {2}CN=Private Root\n/);
	t.regex(output, /What to do: correct baseUrl, give tls\.serverName/);
	const { code } = await run(program, ["--ca", await fileOf(t, authority), "--server-name", "other.test", await serve(t, [other, middle])]);
	t.is(code, 0);
});

test("servers that devices can't speak with are told as devices do", async (t) => {
	await refused(t, [own, middle], "peer and client have no TLS version in common", { minVersion: "TLSv1.3" });
	await refused(t, [own, middle], "peer and client have no TLS version in common", { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" });
	await refused(t, [own, middle], "peer and client have no TLS cipher, curve or kind of key in common", { ecdhCurve: "X25519", maxVersion: "TLSv1.2" });
	await refused(t, [leaf(middle, rsaKeys()), middle], "peer and client have no TLS cipher, curve or kind of key in common", { ciphers: "AES128-GCM-SHA256", maxVersion: "TLSv1.2" });
});

test("no TLS at all, a connection that is cut, and nobody there", async (t) => {
	const plain = await listen(t, createPlainServer((_request, response) => response.end()));
	const answer = await run(program, [`127.0.0.1:${plain}`]);
	t.is(answer.code, 1);
	t.regex(answer.output, /^127\.0\.0\.1:\d+ at 127\.0\.0\.1\n\nA device refuses this server: peer does not speak TLS\n {2}Cause: the port is one for plain http\n/);
	const cutting = await new Listener((socket) => socket.end()).open();
	t.teardown(() => cutting.close());
	t.regex((await run(program, [`127.0.0.1:${cutting.port}`])).output, /refuses this server: peer closed during the TLS handshake\n/);
	cutting.close();
	const nobody = await run(program, [`127.0.0.1:${cutting.port}`]);
	t.is(nobody.code, 1);
	t.regex(nobody.output, /^127\.0\.0\.1:\d+\n\nA device refuses this server: connect ECONNREFUSED 127\.0\.0\.1:\d+\n {2}Cause: nobody listens there, or no way leads there/);
});

const hasIPv6 = Object.values(networkInterfaces()).flat().some((each) => each?.address === "::1");
if (!hasIPv6)
	console.log("not run: the CA of a server with an IPv6 address: this machine has no ::1");
(hasIPv6 ? test : test.skip)("an IPv6 address is asked, and looked for in the certificate", async (t) => {
	const loopback = leaf(middle, ecKeys(), { extensions: [...leafExtensions().slice(0, 2), alternativeNames(address(...new Array<number>(15).fill(0), 1))] });
	const server = await serve(t, [loopback, middle], {}, "::1");
	const { code, output } = await run(program, ["--ca", await fileOf(t, authority), server]);
	t.is(code, 0, output);
	t.true(output.startsWith(`${server} at ::1\n`), output);
	t.regex(output, /The address is one of IPv6: the SDK's simulators connect to IPv4 addresses only/);
});

test("a server that asks for a certificate of the client is told so", async (t) => {
	const { code, output } = await run(program, ["--ca", await fileOf(t, authority), await serve(t, [own, middle], { requestCert: true, rejectUnauthorized: true })]);
	t.is(code, 0, output);
	t.regex(output, /The server asks for a certificate of the client: tls\.certificate and tls\.key/);
});

test("what a server puts into its names does nothing to the terminal", async (t) => {
	const subject = sequence(set(sequence(identifier("2.5.4.3"), element(0x0c, Buffer.from("\u009b2J\u001b[31mgood\u0007")))));
	const { output } = await run(program, [await serve(t, [leaf(authority, ecKeys(), { subject })])]);
	t.notRegex(output, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	t.regex(output, /good/);
});

test("of the SDK's CAs, the one that a device finds is named; one that it can't find is for tls.ca", async (t) => {
	const sdk = await folder(t);
	const data = join(sdk, "modules", "crypt", "data");
	await mkdir(data, { recursive: true });
	const named = new Uint8Array(20).fill(7);
	await writeFile(join(data, "ca.ski"), Buffer.concat([new Uint8Array(20), named]));
	await writeFile(join(data, "ca0.der"), root("Another", ecKeys()).der);
	await writeFile(join(data, "ca1.der"), authority.der);
	const naming = intermediate("Naming", ecKeys(), authority, { extensions: [...authorityExtensions(), extension("2.5.29.35", sequence(tagged(0, false, named)))] });
	const ca = await fileOf(t, authority);
	const found = await run(program, ["--ca", ca, await serve(t, [leaf(naming, ecKeys()), naming])], sdk);
	t.is(found.code, 0);
	t.regex(found.output, /\nthe Moddable SDK has it as ca1\. In the app's manifest\.json: "resources": \{ "\*": \["\$\(MODULES\)\/crypt\/data\/ca1"\] \}\n/);
	t.regex((await run(program, ["--ca", ca, await serve(t, [own, middle])], sdk)).output, /\nthe Moddable SDK has it as ca1, but the certificates do not name its key: give it as tls\.ca/);
	await writeFile(join(data, "ca1.der"), root("Other", ecKeys()).der);
	t.regex((await run(program, ["--ca", ca, await serve(t, [own, middle])], sdk)).output, /\nthe Moddable SDK does not have it: give it as tls\.ca/);
	t.regex((await run(program, ["--ca", ca, await serve(t, [own, middle])], ca)).errors, /^error {4}MODDABLE names no Moddable SDK: .*ca\.ski is not there\n$/);
});

test("a CA of one's own that no device takes is told, and the server not judged without it", async (t) => {
	const server = await serve(t, [own, middle]);
	const path = join(await folder(t), "ca.der");
	for (const [bytes, error] of [[Buffer.concat([authority.der, Buffer.of(0)]), "CA certificate is not a certificate in DER"], [Buffer.from("no certificate"), "--ca holds no certificate in PEM or DER"]] as const) {
		await writeFile(path, bytes);
		const { code, errors, output } = await run(program, ["--ca", path, server]);
		t.is(code, 1);
		t.is(errors, `error    ${error}\n`);
		t.is(output, "");
	}
});

test("wrong options are told with how it is used", async (t) => {
	for (const [parameters, error] of [[[], "HOST is missing"], [["one", "two"], "only one HOST can be asked"], [["--wrong", "one"], "Unknown option '--wrong'"]] as const) {
		const { code, errors } = await run(program, parameters);
		t.is(code, 1);
		t.true(errors.startsWith(`error    ${error}`), errors);
		t.regex(errors, /\n\nusage: npm run ca -- /);
	}
	t.regex((await run(program, ["http://localhost"])).errors, /^error {4}an http:\/\/ address has no TLS\n$/);
	const help = await run(program, ["--help"]);
	t.is(help.code, 0);
	t.regex(help.output, /^usage: /);
});

test("whoever has the package alone has the program", async (t) => {
	const scratch = await folder(t);
	const npm = (parameters: readonly string[], cwd: string): Promise<void> => new Promise((resolve, reject) => {
		execFile("npm", [...parameters], { cwd, shell: process.platform === "win32" }, (error) => error === null ? resolve() : reject(new Error(`npm ${parameters[0]} has failed`, { cause: error })));
	});
	await npm(["pack", "--ignore-scripts", "--offline", "--pack-destination", scratch], projectRoot());
	const [archive] = readdirSync(scratch);
	await writeFile(join(scratch, "package.json"), "{}");
	await npm(["install", "--offline", "--no-audit", "--no-fund", `./${archive}`], scratch);
	t.true(existsSync(join(scratch, "node_modules", ".bin", "records-ca")));
	const installed = join(scratch, "node_modules", "records-client", "dist", "ca.js");
	t.true((await readFile(installed, "utf8")).startsWith("#!/usr/bin/env node\n"));
	const { code, output } = await run(installed, ["--ca", await fileOf(t, authority), await serve(t, [own])]);
	t.is(code, 1);
	t.regex(output, /A device refuses this server: certificate is not signed by a trusted CA\n {2}Cause: /);
});
