/** The service behind the kit's HAProxy: what a guest and one device can't do to the posts of the others. */
import { execFile } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import ava, { type ExecutionContext } from "ava";
import { freePort } from "../../service/port.js";
import { serverOf } from "../../tools/installed.js";
import { folder as folderOf } from "../../host-tests/runner/folder.js";
import { startHAProxy } from "../bench/haproxy.js";
import { KitService, postAll, readings, secret, untilAnswered } from "./kit-service.js";

const run = promisify(execFile);
const haproxy = serverOf("haproxy");
if (haproxy === undefined)
	console.log("not run: HAProxy's file with the real haproxy: not installed (Debian's package haproxy)");
const test = haproxy === undefined ? ava.skip : ava;

interface Balanced {
	readonly service: KitService;
	readonly port: number;
	/** Posts as device-one; the answer's status. */
	readonly post: (path: string, body: object) => Promise<number>;
}

/** One service behind the kit's file. */
async function balanced(t: ExecutionContext): Promise<Balanced> {
	const { service, device } = await KitService.withDevices(t);
	const port = await freePort();
	// A slow machine may send a reading's body late; the enemies hold on as long.
	const balancer = await startHAProxy(await folderOf(t), port, [Number(new URL(service.url).port)], 300);
	t.teardown(() => balancer.kill());
	const base = `http://127.0.0.1:${port}/device-one`;
	await untilAnswered(`${base}/api/health`, balancer);
	const post = async (path: string, body: object): Promise<number> => (await fetch(base + path, {
		method: "POST", headers: { "content-type": "application/json", authorization: device.token }, body: JSON.stringify(body)
	})).status;
	return { service, port, post };
}

interface Exchange {
	readonly socket: Socket;
	/** The status of the answer once its head is there, 0 for an end without one. */
	readonly status: Promise<number>;
	readonly ended: Promise<unknown>;
	/** All that came. */
	readonly answer: () => string;
}

/** Of the enemy; Linux has all of 127.0.0.0/8. */
const localAddress = process.platform === "linux" ? "127.0.0.2" : undefined;

/** Sends the beginning of a request, and leaves its connection open. */
function begin(t: ExecutionContext, port: number, text: string, address = localAddress): Exchange {
	const socket = connect({ host: "127.0.0.1", port, localAddress: address });
	t.teardown(() => socket.destroy());
	let answer = "";
	const ended = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
	const status = new Promise<number>((resolve) => {
		socket.setEncoding("latin1").on("data", (part: string) => {
			answer += part;
			if (answer.includes("\r\n\r\n"))
				resolve(Number(answer.slice(9, 12)));
		}).once("close", () => resolve(0));
	});
	socket.write(text);
	return { socket, status, ended, answer: () => answer };
}

/** Requests of a guest, each on a connection of its own. @param rest what follows the first line and the host */
function flood(t: ExecutionContext, port: number, line: (index: number) => string, rest = "\r\n", count = 400, address = localAddress): Exchange[] {
	return Array.from({ length: count }, (_, index) => begin(t, port, `${line(index)} HTTP/1.1\r\nHost: a\r\n${rest}`, address));
}

/** Readings are stored at once, in a batch of more than 12 KB, too, whoever holds other connections. */
async function expectPosts(t: ExecutionContext, { post }: Balanced): Promise<void> {
	const requests = Array.from({ length: 50 }, () => ({ method: "POST", url: readings, body: { sensor: "a", extra: "x".repeat(300) } }));
	for (let count = 0; count < 4; count++) {
		const statuses = await Promise.all([post("/api/batch", { requests }), ...Array.from({ length: 20 }, (_, value) => post(readings, { sensor: "a", value }))]);
		t.deepEqual([...new Set(statuses)], [200]);
	}
}

test("HAProxy takes the kit's file, and lacks its certificate alone", async (t) => {
	const service = await KitService.of(t);
	const checked = await run(haproxy!, ["-c", "-f", join(service.kit, "haproxy", "haproxy.cfg")]).catch((error: unknown) => error as { stdout: string; stderr: string });
	const faults = (checked.stdout + checked.stderr).split("\n").filter((line) => /ALERT|WARNING/.test(line) && !/records\.pem|Error\(s\) found|Fatal errors/.test(line));
	t.deepEqual(faults, []);
});

for (const [what, line] of [
	["", () => "GET /device-one/api/realtime"],
	[" by HEAD", () => "HEAD /device-one/api/realtime"],
	[" whose path is encoded", () => "GET /x/api/%72ealtime"],
	[" with a host in the first line", () => "GET http://a/x/api/realtime?a"],
	[" under other names", (index) => `GET /device-${index}/api/realtime`]
] as const satisfies readonly (readonly [string, (index: number) => string])[]) {
	test(`event streams of a guest${what} take no place of readings`, async (t) => {
		const all = await balanced(t);
		const streams = flood(t, all.port, line);
		await Promise.race([Promise.all(streams.map(({ status }) => status)), sleep(2000)]);
		await expectPosts(t, all);
	});
}

test("a path that is encoded where nothing needs it is refused, in the name, too", async (t) => {
	const { port } = await balanced(t);
	for (const path of ["/x/api/%72ealtime", "/x/api%2Frealtime", "/x/%61pi/health", "/%78/api/health", "/x/api/health%00"])
		t.is(await flood(t, port, () => `GET ${path}`, "\r\n", 1)[0].status, 400, path);
	t.is((await fetch(`http://127.0.0.1:${port}/device-one${readings}?filter=${encodeURIComponent("sensor = '%'")}`)).status, 200);
});

for (const [what, rest] of [
	["never come", "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
	["never come in chunks", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
	["are large and stop", `Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"sensor":"${"x".repeat(40_000)}`],
	["are large, in chunks, and stop", `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{"sensor":"${"x".repeat(40_000)}`]
]) {
	test(`posts whose bodies ${what} take no place of readings`, async (t) => {
		const all = await balanced(t);
		flood(t, all.port, () => `POST /device-one${readings}`, rest);
		await sleep(1000);
		await expectPosts(t, all);
	});
}

test("an address has ten long bodies under way at most; one more is told so, and waits for nothing", async (t) => {
	const all = await balanced(t);
	const rest = `Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"sensor":"${"x".repeat(40_000)}`;
	const stopped = flood(t, all.port, () => `POST /device-one${readings}`, rest, 10);
	await sleep(1000);
	const [refused] = flood(t, all.port, () => `POST /device-one${readings}`, rest, 1);
	t.is(await refused.status, 429);
	t.regex(refused.answer(), /^retry-after: 5\r\n[^]*\r\n\r\n\{"message":"[^"]*long bodies/mi);
	if (localAddress !== undefined)
		await expectPosts(t, all);
	for (const { socket } of stopped)
		socket.destroy();
	await sleep(1000);
	t.is(await Promise.race([flood(t, all.port, () => `POST /device-one${readings}`, rest, 1)[0].status, sleep(1000)]), undefined);
});

/** Lists of an account, of which nothing is read: they hold the places that they get. @param address where they come from */
async function unread(t: ExecutionContext, { port, service }: Balanced): Promise<(count: number, address?: string) => Exchange[]> {
	const enemy = await service.device("enemy", secret);
	// More than the sockets' buffers hold.
	await postAll(service, enemy, Array.from({ length: 300 }, () => ({ sensor: "a", extra: "x".repeat(30_000) })));
	return (count, address) => {
		const lists = flood(t, port, () => `GET /enemy${readings}?perPage=300`, `Connection: close\r\nAuthorization: ${enemy.token}\r\n\r\n`, count, address);
		for (const { socket } of lists)
			socket.pause();
		return lists;
	};
}

test("a device that takes no answer holds up no post of another address, and what it no longer waits for is not done", async (t) => {
	const all = await balanced(t);
	const hold = await unread(t, all);
	hold(400);
	await sleep(1000);
	await expectPosts(t, all);
});

test("an address whose requests wait behind those of another has its own places all the same", async (t) => {
	const all = await balanced(t);
	const hold = await unread(t, all);
	hold(400);
	await sleep(1000);
	const own = hold(100, "127.0.0.1");
	const placed: Exchange[] = [];
	await new Promise<void>((resolve) => {
		for (const list of own) {
			list.socket.once("data", () => list.socket.pause()).resume();
			void list.status.then(() => placed.push(list) === 30 && resolve());
		}
	});
	// Those with a place of the address end; the others stay behind the enemy's.
	for (const { socket } of placed)
		socket.destroy();
	await sleep(1000);
	await expectPosts(t, all);
	t.true(own.some(({ answer }) => answer() === ""), "the posts have waited for those before them");
});

test("a service that stands still for some seconds is not taken for dead: what is posted meanwhile is stored", async (t) => {
	const { post, service } = await balanced(t);
	process.kill(service.plain.processId, "SIGSTOP");
	const posts: Promise<number>[] = [];
	for (let value = 0; value < 6; value++) {
		posts.push(post(readings, { sensor: "a", value }));
		await sleep(1000);
	}
	process.kill(service.plain.processId, "SIGCONT");
	t.deepEqual([...new Set(await Promise.all(posts))], [200]);
});

test("an address has four thousand connections at most; one more is reset, and other addresses have theirs", async (t) => {
	const all = await balanced(t);
	const most = 4000, more = 50;
	const connections = Array.from({ length: most + more }, () => begin(t, all.port, ""));
	const statuses: number[] = [];
	await new Promise<void>((resolve) => {
		for (const { status } of connections)
			void status.then((ended) => statuses.push(ended) === more && resolve());
	});
	// HAProxy answers 408 to one that it has taken.
	t.deepEqual([...new Set(statuses)], [0]);
	if (localAddress !== undefined)
		await expectPosts(t, all);
});

test("an address has a hundred event streams at most, whatever names it says; one more is told so", async (t) => {
	const { port, service } = await balanced(t);
	const streams = flood(t, port, (index) => `GET /device-${index}/api/realtime`, "\r\n", 100);
	t.deepEqual([...new Set(await Promise.all(streams.map(({ status }) => status)))], [200]);
	const [refused] = flood(t, port, () => "GET /device-one/api/realtime", "Connection: close\r\n\r\n", 1);
	t.is(await refused.status, 429);
	await refused.ended;
	t.regex(refused.answer(), /^retry-after: 60\r\n[^]*\r\n\r\n\{"message":"[^"]*event streams/mi);
	if (localAddress !== undefined) {
		const other = await fetch(`http://127.0.0.1:${port}/device-one/api/realtime`);
		t.is(other.status, 200);
		await other.body!.cancel();
	}
	for (const { socket } of streams)
		socket.destroy();
	let status = 429;
	while (status === 429) {
		await service.job("records_ping");
		const [next] = flood(t, port, () => "GET /device-one/api/realtime", "\r\n", 1);
		status = await next.status;
	}
	t.is(status, 200);
});
