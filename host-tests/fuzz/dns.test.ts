/** Answers of a DNS server changed in many ways: nothing is thrown, and another reader finds the same in them. */
import test, { type ExecutionContext } from "ava";
import { readAnswer } from "../../lib/moddable/dns/answer.js";
import { answers, HOST } from "../contract/dns/answers.js";
import { address, alias, answerTo, QUESTION, questionBytes } from "../contract/dns/message.js";
import { expectedAnswer } from "../contract/dns/reference.js";
import { Random } from "../support/random.js";

const question = questionBytes(HOST);
const corpus: Readonly<Record<string, Uint8Array>> = {
	...answers,
	"a long chain": answerTo(question, {
		answers: [...Array.from({ length: 8 }, (_, index) => alias(index === 0 ? QUESTION : `n${index}.x`, `n${index + 1}.x`)), address("192.0.2.1", "n8.x")]
	}),
	"sixty addresses": answerTo(question, { answers: Array.from({ length: 60 }, (_, index) => address(`192.0.2.${index}`)), more: [0, 0, 41, 2, 0, 0, 0, 0, 0, 0, 0] })
};

/** What was found, by how often. */
class Judge {
	readonly found = { addresses: 0, reasons: 0, nothing: 0 };
	readonly #t: ExecutionContext;

	constructor(t: ExecutionContext) {
		this.#t = t;
	}

	judge(bytes: Uint8Array, what: () => string): void {
		const told = readAnswer(bytes, question);
		const expected = expectedAnswer(bytes, question);
		this.found[typeof told === "object" ? "addresses" : told === undefined ? "nothing" : "reasons"]++;
		if (String(told) !== String(expected))
			this.#t.fail(`${what()}: ${String(told)}, expected ${String(expected)}: ${Buffer.from(bytes).toString("hex")}`);
	}
}

test("each byte with each value, and each place with pointers to each other", (t) => {
	const judge = new Judge(t);
	for (const [name, answer] of Object.entries(corpus)) {
		const bytes = answer.slice(0, 250);
		for (let at = 0; at < bytes.length; at++) {
			const [byte, next] = bytes.subarray(at, at + 2);
			for (let value = 0; value < 256; value++) {
				bytes[at] = value;
				judge.judge(bytes, () => `${name}, byte ${at} is ${value}`);
				if (next === undefined)
					continue;
				bytes.set([0xc0, value], at);
				judge.judge(bytes, () => `${name}, at ${at} a pointer to ${value}`);
				bytes.set([byte, next], at);
			}
			bytes[at] = byte;
		}
	}
	for (const count of Object.values(judge.found))
		t.true(count > 10_000, JSON.stringify(judge.found));
});

test("cut at each byte, and longer by what was there before", (t) => {
	const judge = new Judge(t);
	for (const [name, answer] of Object.entries(corpus)) {
		for (let end = 0; end <= answer.length; end++) {
			judge.judge(answer.subarray(0, end), () => `${name}, cut at ${end}`);
			judge.judge(Buffer.concat([answer.subarray(0, end), answer.subarray(12)]), () => `${name}, repeated from ${end}`);
		}
	}
	t.true(judge.found.addresses > 50 && judge.found.nothing > 1000, JSON.stringify(judge.found));
});

test("50,000 answers that are changed at random", (t) => {
	const judge = new Judge(t);
	const random = new Random();
	const all = Object.values(corpus);
	for (let count = 0; count < 50_000; count++) {
		let bytes = Uint8Array.from(random.pick(all));
		for (let changes = random.below(4); changes >= 0; changes--) {
			// Mostly behind the question: most of what is changed there is no answer to it.
			const at = random.below(4) === 0 ? random.below(bytes.length) : Math.min(question.length + random.below(bytes.length), bytes.length - 1);
			switch (random.below(5)) {
				case 0: bytes[at] = random.below(256); break;
				case 1: bytes[at] ^= 1 << random.below(8); break;
				case 2: bytes.set([0xc0 + random.below(2), random.below(256)].slice(0, bytes.length - at), at); break;
				case 3: bytes.copyWithin(at, random.below(bytes.length), random.below(bytes.length)); break;
				default: bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(random.below(bytes.length))]).subarray(0, 1500); break;
			}
			if (bytes.length === 0)
				break;
		}
		judge.judge(bytes, () => `SEED=${random.seed}, answer ${count}`);
	}
	for (const count of Object.values(judge.found))
		t.true(count > 500, JSON.stringify(judge.found));
});

test("a hundred records, each the alias of a name of 127 labels that they all have, come to an end", (t) => {
	const names = Array.from({ length: 127 }, () => [1, 0x61]).flat();
	const records = Array.from({ length: 100 }, () => alias([0xc0, question.length + 12], [0xc0, question.length + 12]));
	const bytes = answerTo(question, { answers: [alias(QUESTION, [...names, 0]), ...records] });
	t.is(readAnswer(bytes, question), "host name has no IPv4 address");
	t.is(expectedAnswer(bytes, question), "host name has no IPv4 address");
});
