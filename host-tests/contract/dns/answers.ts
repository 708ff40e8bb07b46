import { readAnswer } from "../../../lib/dns/answer.js";
import { makeQuestion } from "../../../lib/dns/lookup.js";
import { type Case, type Context, testCase } from "../case.js";
import { A, address, alias, answerTo, CNAME, type Message, nameBytes, QUESTION, questionBytes } from "./message.js";
import { expectedAnswer } from "./reference.js";

export const HOST = "records.example.org";
const question = questionBytes(HOST);

function shown(answer: ReturnType<typeof readAnswer>): string {
	return typeof answer === "object" ? answer.join() : answer ?? "not an answer";
}

function expect(context: Context, message: Message | Uint8Array, expected: string, what: string): void {
	const bytes = message instanceof Uint8Array ? message : answerTo(question, message);
	context.equal(shown(readAnswer(bytes, question)), expected, what);
	context.equal(shown(expectedAnswer(bytes, question)), expected, `${what}, by the other reader`);
}

const NO_ADDRESS = "host name has no IPv4 address";
const FAILED = "DNS server failed";
const NONE = "not an answer";

/** Answers as servers give them, and some that none should give. */
export const answers: Readonly<Record<string, Uint8Array>> = {
	"one address": answerTo(question, { answers: [address("192.0.2.1")] }),
	"three addresses": answerTo(question, { answers: ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((text) => address(text)) }),
	"aliases": answerTo(question, {
		answers: [alias(QUESTION, "a.b"), alias("a.b", [1, 0x63, 0xc0, 20]), address("192.0.2.4", "C.ORG"), address("192.0.2.5", "c.example.org")]
	}),
	"no such name": answerTo(question, { flags: 0x8183 }),
	"cut": answerTo(question, { flags: 0x8380, answers: [address("192.0.2.1"), address("192.0.2.2")] }).subarray(0, -3)
};

export const answerCases: readonly Case[] = [
	testCase("a question is as RFC 1035 has it; what is no name is not asked for", ({ equal }) => {
		for (const name of [HOST, "a", "x".repeat(63), `${"a.".repeat(126)}b`])
			equal(String(makeQuestion(name)?.subarray(2)), String(questionBytes(name).subarray(2)), name);
		for (const name of ["", ".", "a..b", ".a", "a.", "x".repeat(64), `a.${"x".repeat(64)}`, `${"a.".repeat(126)}bc`, "sensör"])
			equal(makeQuestion(name), undefined, name);
	}),
	testCase("addresses are told in their order, by whatever names, aliases in any order", (context) => {
		expect(context, answers["one address"], "192.0.2.1", "one");
		expect(context, answers["three addresses"], "192.0.2.1,192.0.2.2,192.0.2.3", "three");
		expect(context, { answers: [address("192.0.2.1", "RECORDS.Example.org")] }, "192.0.2.1", "capitals, not compressed");
		expect(context, { answers: [address("192.0.2.1", nameBytes("records", [0xc0, 20]))] }, "192.0.2.1", "compressed in part");
		expect(context, { answers: [alias(QUESTION, "a.b"), address("192.0.2.1", "a.b")] }, "192.0.2.1", "an alias");
		expect(context, { answers: [address("192.0.2.1", "a.b"), alias(QUESTION, "a.b")] }, "192.0.2.1", "an alias behind its address");
		const chain = (count: number) => Array.from({ length: count }, (_, index) => alias(index === 0 ? QUESTION : `n${index}.x`, `n${index + 1}.x`));
		expect(context, { answers: [...chain(8), address("192.0.2.1", "n8.x")] }, "192.0.2.1", "eight aliases");
		expect(context, { answers: [...chain(8).reverse(), address("192.0.2.1", "n8.x")] }, "192.0.2.1", "eight aliases from behind");
		expect(context, { answers: [...chain(9), address("192.0.2.1", "n9.x")] }, NO_ADDRESS, "nine aliases");
		expect(context, { answers: [alias(QUESTION, "a.b"), alias("a.b", HOST)] }, NO_ADDRESS, "aliases in a circle");
		expect(context, { answers: [alias(QUESTION, QUESTION)] }, NO_ADDRESS, "an alias of itself");
		const long = questionBytes(`${"a.".repeat(126)}b`);
		context.equal(shown(readAnswer(answerTo(long, { answers: [address("192.0.2.1")] }), long)), "192.0.2.1", "127 labels");
	}),
	testCase("no other name's address is told, nor what is no address", (context) => {
		for (const name of ["records.example.com", "example.org", "x.records.example.org", "records", `${HOST}.`.padEnd(30, "x")])
			expect(context, { answers: [address("192.0.2.1", name), address("192.0.2.2")] }, "192.0.2.2", name);
		expect(context, { answers: [address("192.0.2.1", "a.b"), alias("b.c", "a.b")] }, NO_ADDRESS, "another name's alias");
		for (const type of [0, 2, CNAME, 6, 12, 15, 16, 28, 41, 255, 256 + A])
			expect(context, { answers: [{ ...address("192.0.2.1"), type }] }, NO_ADDRESS, `type ${type}`);
		for (const classes of [0, 2, 3, 254, 255, 0x8001])
			expect(context, { answers: [{ ...address("192.0.2.1"), classes }] }, NO_ADDRESS, `class ${classes}`);
		for (const data of [[], [1], [1, 2, 3], [1, 2, 3, 4, 5]])
			expect(context, { answers: [{ ...address(""), data }, address("192.0.2.2")] }, "192.0.2.2", `${data.length} bytes`);
		expect(context, {}, NO_ADDRESS, "no record");
	}),
	testCase("what a server says instead of addresses is told by its code", (context) => {
		for (let code = 1; code < 16; code++) {
			const expected = code === 3 ? "host name does not exist" : FAILED;
			expect(context, { flags: 0x8180 + code }, expected, `code ${code}`);
			expect(context, { flags: 0x8180 + code, answers: [address("192.0.2.1")] }, expected, `code ${code} with an address`);
		}
	}),
	testCase("a failure without the question is the server's, whatever its code; without a code it is no answer", (context) => {
		const header = (flags: number, ...counts: readonly number[]): Uint8Array => {
			const bytes = answerTo(question, { flags }).slice(0, 12);
			bytes.set(counts, 4);
			return bytes;
		};
		for (let code = 1; code < 16; code++)
			expect(context, header(0x8180 + code, 0, 0), FAILED, `code ${code}`);
		expect(context, header(0x8180, 0, 0), NONE, "no code");
		expect(context, header(0x0182, 0, 0), NONE, "a question");
		expect(context, header(0x8182, 0, 1), NONE, "a question that is announced");
		expect(context, header(0x8182, 1, 0), NONE, "256 of them");
		expect(context, header(0x8182, 0, 0).subarray(0, 11), NONE, "11 bytes");
		expect(context, header(0x8182, 0, 0).map((byte, at) => at === 1 ? byte ^ 1 : byte), NONE, "another id");
	}),
	testCase("of an answer that was cut, what came whole is told; with none of it the server has failed", (context) => {
		expect(context, answers.cut, "192.0.2.1", "the second address is cut");
		expect(context, { flags: 0x8380, answers: [address("192.0.2.1")], count: 40 }, "192.0.2.1", "more were announced");
		expect(context, { flags: 0x8380 }, FAILED, "nothing came");
		expect(context, { flags: 0x8380, answers: [alias(QUESTION, "a.b")] }, FAILED, "an alias came");
		expect(context, answerTo(question, { flags: 0x8380, answers: [address("192.0.2.1")] }).subarray(0, -1), FAILED, "the address is cut");
		expect(context, { answers: [address("192.0.2.1")], count: 2 }, NONE, "cut, and not said so");
	}),
	testCase("what is no answer to this question is none", (context) => {
		const good = answers["one address"];
		const changed = (at: number, byte: number): Uint8Array => Uint8Array.from(good, (old, index) => index === at ? byte : old);
		for (const [at, byte, what] of [
			[0, 0x13, "id"], [1, 0x35, "id"], [2, 1, "a question"], [2, 0x89, "another operation"], [4, 1, "257 questions"], [5, 0, "no question"], [5, 2, "two questions"],
			[12, 6, "another label"], [13, 0x73, "another name"], [32, 1, "a longer name"], [34, 28, "another type"], [36, 3, "another class"]
		] as const)
			expect(context, changed(at, byte), NONE, what);
		// What the bit for capitals makes of a digit, a hyphen or a length is another.
		expect(context, changed(12, 7 | 0x20), NONE, "a length");
		expect(context, changed(13, 0x52), "192.0.2.1", "a capital in the question");
		expect(context, new Uint8Array(0), NONE, "nothing");
		expect(context, question, NONE, "the question itself");
	}),
	testCase("pointers lead backward, to names, and to an end", (context) => {
		const end = question.length;
		for (const [pointer, what] of [
			[[0xc0, end], "to itself"], [[0xc0, end + 2], "forward"], [[0xff, 0xff], "far forward"], [[0xc0, 0], "to the id"], [[0xc0, 11], "to the header"],
			[[1, 0x61, 0xc0, end], "to the label before it"], [[0xc0], "cut in two"], [[0x40], "a label of no kind"], [[0x80, 12], "another label of no kind"]
		] as const) {
			const told = shown(readAnswer(answerTo(question, { answers: [address("192.0.2.1", pointer)] }), question));
			context.ok(told === NO_ADDRESS || told === NONE, `${what}: ${told}`);
		}
		expect(context, { answers: [alias(QUESTION, [0xc0, 4]), address("192.0.2.1", [0])] }, NO_ADDRESS, "to a zero of the header, as the root");
		for (const kind of [0x40, 0x80])
			expect(context, { answers: [address("192.0.2.1", [kind, ...Array<number>(kind).fill(0x61), 0]), address("192.0.2.2")] }, NONE, `a label of no kind with ${kind} bytes after it`);
		const inQuestion = Uint8Array.from(answers["one address"]);
		inQuestion.set([0xc0, 12], 12);
		expect(context, inQuestion, NONE, "in the question, to itself");
		const first = { ...address(""), data: QUESTION.concat(0, 0) };
		expect(context, { answers: [first, address("192.0.2.2", [0xc0, end + 12])] }, "192.12.0.0,192.0.2.2", "to a pointer");
	}),
	testCase("a few pointers to pointers are followed; a message of 8 KB of them is given up soon", (context) => {
		// A record that holds pointers, each to the one before, and addresses of the name that the last of them leads to.
		const chain = (pointers: number, addresses: number): Uint8Array => {
			const head = answerTo(question, { count: addresses + 1 });
			const bytes = new Uint8Array(head.length + 12 + 2 * pointers + 16 * addresses);
			bytes.set(head);
			bytes.set([...QUESTION, 0, 16, 0, 1, 0, 0, 0, 60, 2 * pointers >> 8, 2 * pointers & 255], head.length);
			let at = head.length + 12;
			let to = 12;
			for (let count = 0; count < pointers; count++) {
				bytes.set([0xc0 | to >> 8, to & 255], at);
				to = at;
				at += 2;
			}
			for (; at < bytes.length; at += 16)
				bytes.set([0xc0 | to >> 8, to & 255, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1], at);
			return bytes;
		};
		expect(context, chain(10, 30), Array<string>(30).fill("192.0.2.1").join(), "ten pointers");
		const bytes = chain(3900, 100);
		let reads = 0;
		const counted = new Proxy(bytes, {
			get: (target, key) => {
				reads++;
				return key === "length" ? target.length : target[Number(key)];
			}
		});
		context.equal(shown(readAnswer(counted, question)), NONE, `${bytes.length} bytes`);
		context.ok(reads < 100_000, `${reads} bytes were read`);
	}),
	testCase("each bit of an answer changed, each byte made a pointer, cut at each byte: nothing is thrown, and both readers find the same", (context) => {
		let count = 0;
		const check = (bytes: Uint8Array, what: () => string): void => {
			count++;
			const told = shown(readAnswer(bytes, question));
			const expected = shown(expectedAnswer(bytes, question));
			if (told !== expected)
				context.equal(told, expected, what());
		};
		for (const [name, answer] of Object.entries(answers)) {
			const bytes = answer.slice();
			for (let at = 0; at < bytes.length; at++) {
				const byte = bytes[at];
				for (const other of [0, 0x3f, 0x40, 0xc0, 0xff, ...Array.from({ length: 8 }, (_, bit) => byte ^ 1 << bit)]) {
					bytes[at] = other;
					check(bytes, () => `${name}, byte ${at} is ${other}`);
				}
				const next = bytes[at + 1];
				for (let to = 0; to < bytes.length && at + 1 < bytes.length; to += to < 16 ? 1 : 5) {
					bytes.set([0xc0, to], at);
					check(bytes, () => `${name}, at ${at} a pointer to ${to}`);
				}
				bytes[at] = byte;
				if (at + 1 < bytes.length)
					bytes[at + 1] = next;
				check(bytes.subarray(0, at), () => `${name}, cut at ${at}`);
			}
		}
		context.ok(count > 5000, `${count} answers`);
	})
];
