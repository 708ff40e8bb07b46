/** Answers of a DNS server changed in many ways: nothing is thrown, and another reader finds the same in them. */
import test, { type ExecutionContext } from "ava";
import { readAnswer } from "../../lib/dns/answer.js";
import { answers, HOST } from "../contract/dns/answers.js";
import { address, alias, answerTo, QUESTION, questionBytes } from "../contract/dns/message.js";
import { expectedAnswer } from "../contract/dns/reference.js";
import { Random } from "../../tools/random.js";

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

/** Bytes that are read of an answer at most. */
const MOST_READ = 100_000;

/** Reads an answer and counts the bytes that it looks at. */
function countReads(bytes: Uint8Array): { readonly told: ReturnType<typeof readAnswer>; readonly reads: number } {
	let reads = 0;
	const counted = new Proxy(bytes, {
		get(target, key) {
			reads++;
			return key === "length" ? target.length : target[Number(key)];
		}
	});
	return { told: readAnswer(counted, question), reads };
}

/** A record whose name is a pointer, its data so many bytes. */
function pointed(to: number, type: number, data: Uint8Array): readonly number[] {
	return [0xc0 | to >> 8, to & 255, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255, ...data];
}

test("names that are chains of pointers or of labels, in messages of up to 8 KB, are read to an end that their length does not move", (t) => {
	const random = new Random();
	let most = 0;
	for (const size of [512, 1500, 4000, 8000]) {
		for (const label of [[], [1, 0x61], [63, ...Array<number>(63).fill(0x61)], [7, ...Buffer.from("records")]]) {
			for (const type of [1, 5, 16]) {
				// A record that holds a chain, each link of which leads to the one before; then records named by links of it.
				const start = question.length + 12;
				const data = new Uint8Array(random.pick([size >> 1, size - 400]));
				const links: number[] = [];
				for (let at = 0, to = 12; at + label.length + 2 <= data.length; at += label.length + 2) {
					data.set([...label, 0xc0 | to >> 8, to & 255], at);
					to = start + at;
					links.push(to);
				}
				const records = [...pointed(12, 16, data)];
				let count = 1;
				for (; records.length < size; count++)
					records.push(...pointed(links.at(-1 - random.below(3)) ?? 12, type, type === 1 ? Uint8Array.of(1, 2, 3, 4) : Uint8Array.of(0xc0 | (links.at(-1) ?? 12) >> 8, (links.at(-1) ?? 12) & 255)));
				const bytes = answerTo(question, { count, more: records });
				const { reads, told } = countReads(bytes);
				most = Math.max(most, reads);
				t.true(reads < MOST_READ, `SEED=${random.seed}: ${reads} bytes read of ${bytes.length}, labels of ${label.length}, type ${type}: ${String(told)}`);
			}
		}
	}
	t.log(`${most} bytes read at most`);
	const all = Object.values(corpus).map((bytes) => countReads(bytes).reads);
	t.true(Math.max(...all) < MOST_READ / 10, all.join());
});

test("a hundred records, each the alias of a name of 127 labels that they all have, come to an end", (t) => {
	const names = Array.from({ length: 127 }, () => [1, 0x61]).flat();
	const records = Array.from({ length: 100 }, () => alias([0xc0, question.length + 12], [0xc0, question.length + 12]));
	const bytes = answerTo(question, { answers: [alias(QUESTION, [...names, 0]), ...records] });
	t.is(readAnswer(bytes, question), undefined, "given up");
	t.is(expectedAnswer(bytes, question), "host name has no IPv4 address");
});
