import { Resolver } from "../../../lib/dns/resolver.js";
import { SetTimers } from "../../../tools/set-timers.js";
import { type Case, type Context, testCase } from "../case.js";
import { thrownBy } from "../thrown.js";
import { answers, HOST } from "./answers.js";
import { Datagrams } from "./datagrams.js";
import { address, answerTo, type Message, questionBytes } from "./message.js";
import { failed } from "../spec/devices.js";

const FIRST = "192.0.2.53:53";
const SECOND = "192.0.2.54:53";

/** A resolver on a network and a clock of its own, and what it has called back. */
class Scene {
	readonly datagrams = new Datagrams();
	readonly timers = new SetTimers();
	readonly told: string[] = [];
	readonly resolver: Resolver;

	constructor(servers: readonly string[] = ["192.0.2.53", "192.0.2.54"], port?: number) {
		this.resolver = new Resolver({ servers, port, socket: this.datagrams.provider, timers: this.timers });
	}

	/** Begins a look-up; nothing is called back inside the call. */
	begin(host: string): this {
		const { length } = this.told;
		this.resolver.resolve({
			host,
			onResolved: (name, first, all) => this.told.push(`${name} ${first} of ${all?.join() ?? "none"}`),
			onError: (error) => this.told.push((error as Error).message)
		});
		if (this.told.length > length)
			this.told.push("inside the call");
		return this;
	}

	/** The same, up to the first question. */
	ask(host = HOST): this {
		this.begin(host).timers.pass(0);
		return this;
	}

	/** An answer to the question that was sent last. */
	answer(message: Message): Uint8Array {
		return answerTo(this.datagrams.question, message);
	}

	good(text = "192.0.2.1"): Uint8Array {
		return this.answer({ answers: [address(text)] });
	}

	/** What has come of it, and that nothing is held any more. */
	expect(context: Context, told: string, asked: string, what: string): void {
		context.equal(this.told.join("; "), told, what);
		context.equal(this.datagrams.asked.join(), asked, `${what}: asked`);
		context.equal(`${this.datagrams.open} sockets, ${this.timers.waiting} timers`, "0 sockets, 0 timers", what);
	}
}

const FOUND = `${HOST} 192.0.2.1 of 192.0.2.1`;

export const lookupCases: readonly Case[] = [
	testCase("a question goes to the first server; all addresses are told, the first of them first", () => new Scene().ask(), (scene, context) => {
		const { question } = scene.datagrams;
		context.equal(String(question.subarray(2)), String(questionBytes(HOST).subarray(2)), "question");
		scene.datagrams.arrive([FIRST, scene.answer({ answers: ["192.0.2.9", "192.0.2.1"].map((text) => address(text)) })]);
		scene.expect(context, `${HOST} 192.0.2.9 of 192.0.2.9,192.0.2.1`, FIRST, "two addresses");
		const other = new Scene(["127.0.0.1"], 5300).ask("Other.Example.");
		other.datagrams.arrive(["127.0.0.1:5300", other.good()]);
		other.expect(context, "Other.Example. 192.0.2.1 of 192.0.2.1", "127.0.0.1:5300", "another port; the host as it was given");
	}),
	testCase("IP addresses and localhost are asked of nobody, not inside the call", (context) => {
		for (const [host, found] of [
			["192.0.2.7", "192.0.2.7"], ["0.0.0.0", "0.0.0.0"], ["2001:db8::7", "2001:db8::7"], ["::1", "::1"], ["localhost", "127.0.0.1"], ["LocalHost.", "127.0.0.1"],
			["any.localhost", "127.0.0.1"]
		] as const)
			new Scene([]).ask(host).expect(context, `${host} ${found} of ${found}`, "", host);
		for (const host of ["192.0.2", "192.0.2.256", "192.0.2.07", "1.2.3.4.5", "alocalhost"]) {
			const scene = new Scene().ask(host);
			context.equal(scene.datagrams.asked.join(), FIRST, host);
		}
	}),
	testCase("id and port are others for each look-up, all bytes of them, and of no other's ports", () => new Scene(), (scene, context) => {
		const ids: number[] = [];
		for (let count = 0; count < 400; count++) {
			scene.ask();
			ids.push(scene.datagrams.question[0] << 8 | scene.datagrams.question[1]);
			scene.datagrams.arrive([FIRST, scene.good()]);
		}
		const { ports } = scene.datagrams;
		context.equal(ports.length, 400, "sockets");
		context.ok(ports.every((port) => Number.isInteger(port) && port >= 49_152 && port <= 65_535), "ports");
		for (const [what, numbers] of [["ids", ids], ["ports", ports]] as const) {
			const [low, high] = [numbers.map((number) => number & 255), numbers.map((number) => number >> 8)].map((bytes) => new Set(bytes).size);
			context.ok(low > 100 && high > 40, `${what}: ${low} low bytes, ${high} high bytes`);
			context.ok(new Set(numbers).size > 380, what);
		}
	}),
	testCase("a socket that announces datagrams and has none is waited for", () => new Scene().ask(), (scene, context) => {
		scene.datagrams.socket?.announce(2);
		context.equal(scene.told.join(), "", "nothing is told");
		scene.datagrams.arrive([FIRST, scene.good()]);
		scene.expect(context, FOUND, FIRST, "the answer");
	}),
	testCase("only the server that was asked is heard, from the port that was asked", () => new Scene().ask(), (scene, context) => {
		const wrong = scene.good("192.0.2.66");
		const otherId = wrong.slice();
		otherId[1] ^= 1;
		scene.datagrams.arrive(["192.0.2.66:53", wrong], ["192.0.2.53:5353", wrong], ["192.0.2.53:1024", wrong], [SECOND, wrong], [FIRST, otherId]);
		context.equal(scene.told.join(), "", "none of them");
		scene.datagrams.arrive([FIRST, scene.good()]);
		scene.expect(context, FOUND, FIRST, "the right one");
	}),
	testCase("who does not answer is asked again in turn, once a second; a late answer is taken", () => new Scene().ask(), (scene, context) => {
		const { question } = scene.datagrams;
		scene.timers.pass(999);
		context.equal(scene.datagrams.asked.join(), FIRST, "within the first second");
		scene.timers.pass(1);
		context.equal(scene.datagrams.asked.join(), `${FIRST},${SECOND}`, "after a second");
		context.equal(String(scene.datagrams.question), String(question), "the same question");
		scene.timers.pass(1000);
		scene.datagrams.arrive([SECOND, scene.good()]);
		scene.expect(context, FOUND, `${FIRST},${SECOND},${FIRST}`, "the second, while the first is asked again");
		context.equal(scene.datagrams.ports.length, 1, "sockets");
	}),
	testCase("it ends after eight questions and eight seconds, with one server, three or twenty", (context) => {
		for (const count of [1, 2, 3, 20]) {
			const servers = Array.from({ length: count }, (_, index) => `192.0.2.${index + 1}`);
			const scene = new Scene(servers).ask();
			scene.timers.pass(7999);
			context.equal(scene.told.join(), "", `${count} servers, 7,999 ms`);
			scene.timers.pass(1);
			const asked = Array.from({ length: 8 }, (_, index) => `${servers[index % count]}:53`).join();
			scene.expect(context, "no DNS server has answered", asked, `${count} servers`);
		}
	}),
	testCase("a server that fails has the next asked at once; when all have, or the name does not exist, that is told at once", () => new Scene().ask(), (scene, context) => {
		const failed = scene.answer({ flags: 0x8182 });
		scene.datagrams.arrive([FIRST, failed], [FIRST, failed]);
		context.equal(scene.datagrams.asked.join(), `${FIRST},${SECOND}`, "asked");
		context.equal(scene.told.join(), "", "one has failed, and has said so twice");
		scene.datagrams.arrive([SECOND, failed]);
		scene.expect(context, "DNS server failed", `${FIRST},${SECOND}`, "both have failed");
		const silent = new Scene().ask();
		const unread = Uint8Array.from(silent.answer({ flags: 0x8185 }).subarray(0, 12), (byte, at) => at === 5 ? 0 : byte);
		silent.datagrams.arrive([FIRST, unread]);
		silent.datagrams.arrive([SECOND, unread]);
		silent.expect(context, "DNS server failed", `${FIRST},${SECOND}`, "both have failed, without the question");
		for (const [message, told] of [
			[{ flags: 0x8183 }, "host name does not exist"], [{}, "host name has no IPv4 address"], [{ answers: [address("192.0.2.1")] }, FOUND]
		] as const) {
			const next = new Scene().ask();
			next.datagrams.arrive([FIRST, next.answer({ flags: 0x8185 })]);
			next.datagrams.arrive([SECOND, next.answer(message)]);
			next.expect(context, told, `${FIRST},${SECOND}`, told);
		}
		for (const servers of [["192.0.2.53", "192.0.2.53"], Array<string>(40).fill("192.0.2.53")]) {
			const twice = new Scene(servers).ask();
			twice.datagrams.arrive([FIRST, twice.answer({ flags: 0x8182 })]);
			twice.expect(context, "DNS server failed", FIRST, `one server, named ${servers.length} times`);
		}
		const mixed = new Scene(["192.0.2.53", "192.0.2.54", "192.0.2.53"]).ask();
		mixed.datagrams.arrive([FIRST, mixed.answer({ flags: 0x8182 })]);
		mixed.datagrams.arrive([SECOND, mixed.answer({ flags: 0x8182 })]);
		mixed.expect(context, "DNS server failed", `${FIRST},${SECOND}`, "two servers, one of them named twice");
		const many = new Scene(Array.from({ length: 40 }, (_, index) => `192.0.2.${53 + index}`)).ask();
		many.datagrams.arrive([FIRST, many.answer({ flags: 0x8182 })]);
		context.equal(many.told.join(), "", "one of forty servers has failed");
		many.datagrams.arrive([SECOND, many.good()]);
		many.expect(context, FOUND, `${FIRST},${SECOND}`, "the second of forty servers");
		const alone = new Scene(["192.0.2.53"]).ask();
		alone.datagrams.arrive([FIRST, alone.answer({ flags: 0x8380 })]);
		alone.expect(context, "DNS server failed", FIRST, "an answer that is cut before its first address");
	}),
	testCase("each of many datagrams at once is read, and none behind the one that ends it", (context) => {
		for (const hostile of [new Uint8Array(0), new Uint8Array(11), new Uint8Array(2000).fill(0xc0), ...Object.values(answers)]) {
			const scene = new Scene().ask();
			const datagrams = Array.from({ length: 20 }, () => [FIRST, hostile] as const);
			scene.datagrams.arrive(...datagrams, [FIRST, scene.good()], [FIRST, scene.good("192.0.2.66")], ...datagrams);
			scene.expect(context, FOUND, FIRST, `${hostile.length} bytes`);
		}
		const scene = new Scene().ask();
		const { question } = scene.datagrams;
		const toItself = Uint8Array.from(scene.good());
		toItself.set([0xc0, 12], 12);
		scene.datagrams.arrive([FIRST, toItself], [FIRST, scene.good().subarray(0, 27)], [FIRST, question], [FIRST, scene.good()], [FIRST, scene.good()]);
		scene.expect(context, FOUND, FIRST, "a question that points to itself, a cut one, an echo, and the answer twice");
	}),
	testCase("without a network, without a server, without a name it is told at once why", (context) => {
		const down = new Scene();
		down.datagrams.isUp = false;
		down.ask().expect(context, "no network", "", "no socket");
		const lost = new Scene(["192.0.2.53"]);
		lost.datagrams.unreachable.add("192.0.2.53");
		lost.ask().expect(context, "no network", Array.from({ length: 8 }, () => FIRST).join(), "no way to the only server");
		new Scene([]).ask().expect(context, "no DNS server is known", "", "no server");
		for (const host of ["", ".", "a..b", `${"x".repeat(64)}.org`])
			new Scene().ask(host).expect(context, "host is not a name", "", `host "${host}"`);
	}),
	testCase("a server that can't be reached is passed over; a port that is taken has another tried", () => new Scene(), (scene, context) => {
		scene.datagrams.unreachable.add("192.0.2.53");
		scene.ask().datagrams.arrive([SECOND, scene.good()]);
		scene.expect(context, FOUND, `${FIRST},${SECOND}`, "unreachable");
		const taken = new Scene(["192.0.2.53"]);
		taken.datagrams.taken = 2;
		taken.ask().datagrams.arrive([FIRST, taken.good()]);
		taken.expect(context, FOUND, FIRST, "taken");
		const [first, second, third] = taken.datagrams.ports;
		context.ok(first !== second || second !== third, "the same port three times");
	}),
	testCase("a name in .local is asked of all devices; any of them answers, from its own address", (context) => {
		const group = "224.0.0.251:5353";
		for (const host of ["sensor.local", "Sensor.LOCAL."]) {
			const scene = new Scene([]).ask(host);
			const good = scene.good();
			scene.datagrams.arrive(["192.0.2.9:53", good], ["192.0.2.9:5353", scene.answer({ flags: 0x8403 })], ["192.0.2.9:5353", scene.answer({ flags: 0x8402 })]);
			scene.timers.pass(1000);
			scene.datagrams.arrive(["192.0.2.9:5353", good], ["192.0.2.10:5353", good]);
			scene.expect(context, `${host} 192.0.2.1 of 192.0.2.1`, `${group},${group}`, host);
		}
		const silent = new Scene().ask("sensor.local");
		silent.timers.pass(8000);
		silent.expect(context, "no DNS server has answered", Array.from({ length: 8 }, () => group).join(), "nobody has the name");
		const other = new Scene().ask("sensor.alocal");
		context.equal(other.datagrams.asked.join(), FIRST, "another name");
	}),
	testCase("close ends every look-up without a callback, at any time; a resolver may have several, and none after close", (context) => {
		for (const stage of [0, 1, 2]) {
			const scene = new Scene();
			for (const host of [HOST, "192.0.2.7", "sensor.local"])
				scene.begin(host);
			if (stage > 0)
				scene.timers.pass(stage === 1 ? 0 : 1000);
			const before = scene.told.join();
			const asked = scene.datagrams.asked.join();
			scene.resolver.close();
			scene.resolver.close();
			scene.datagrams.arrive([FIRST, scene.good()]);
			scene.timers.pass(20_000);
			scene.expect(context, before, asked, `stage ${stage}`);
		}
		const scene = new Scene();
		scene.ask("one.example").ask("two.example");
		context.equal(scene.datagrams.open, 2, "sockets");
		scene.datagrams.arrive([FIRST, scene.good()]);
		scene.timers.pass(8000);
		context.equal(scene.told.join("; "), "two.example 192.0.2.1 of 192.0.2.1; no DNS server has answered", "each by itself");
		scene.resolver.close();
		for (const [wrong, text] of [[{}, "Error: resolver is closed"], [{ host: 7 }, "host, onResolved and onError are required"], [{ onError: undefined }, "host, onResolved and onError are required"]] as const) {
			const options = { host: HOST, onResolved: () => {}, onError: () => {}, ...wrong } as unknown as Parameters<Resolver["resolve"]>[0];
			context.equal(thrownBy(() => scene.resolver.resolve(options)), text);
		}
	}),
	testCase("the client tells why a name has no address, at once; the next connection asks the servers of then", async (context) => {
		const datagrams = new Datagrams();
		datagrams.isUp = false;
		let servers: readonly string[] = [];
		const timers = new SetTimers();
		const dns = { io: Resolver, get servers() { return servers; }, socket: datagrams.provider, timers };
		const network = { http: { ...context.http, dns } } as never;
		const client = context.client({ baseUrl: `http://${HOST}`, network, limits: { retries: 0 } }).collection("readings");
		const fails = async (expected: string): Promise<void> => {
			const response = client.getOneEx("one");
			while (timers.waiting === 0)
				await context.sleep(1);
			timers.pass(8000);
			failed(context, await response, "dns", 0, expected);
		};
		await fails("no DNS server is known");
		servers = ["192.0.2.53"];
		await fails("no network");
		datagrams.isUp = true;
		await fails("no DNS server has answered");
		context.equal(new Set(datagrams.asked).size, 1, "servers");
		servers = ["192.0.2.54"];
		await fails("no DNS server has answered");
		context.equal([...new Set(datagrams.asked)].join(), `${FIRST},${SECOND}`, "servers");
	})
];
