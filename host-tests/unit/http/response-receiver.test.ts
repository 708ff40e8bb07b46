import test from "ava";
import type { Text } from "../../../lib/platform.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { MemorySocket } from "../../../tools/connection/memory-machine.js";
import { SeededRandom } from "../../../tools/seeded-random.js";

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sat, 21 Nov 2026 09:52:49 GMT\r\nTransfer-Encoding: chunked\r\n\r\n";
/** Characters of one to four bytes, so that a chunk may end in any of them. */
const body = `{"text":"${"aüß€😀 1000 ".repeat(60)}"}`;

/** The lines before a chunk, as servers write them and as they may. */
const sizeLines: readonly ((size: number) => string)[] = [
	(size) => size.toString(16), (size) => size.toString(16).toUpperCase(), (size) => `00${size.toString(16)}`, (size) => `${size.toString(16)};a=b`
];

/** A body in chunks. @param sizes of the chunks, in turn */
function inChunks(bytes: Buffer, sizes: readonly number[], lines: readonly ((size: number) => string)[]): Buffer {
	const parts: Buffer[] = [];
	for (let at = 0, number = 0; at < bytes.length; number++) {
		const part = bytes.subarray(at, at + sizes[number % sizes.length]);
		parts.push(Buffer.from(`${lines[number % lines.length](part.length)}\r\n`), part, Buffer.from("\r\n"));
		at += part.length;
	}
	return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** An answer as of a fresh connection, and as of one that has had the same before. */
function told(input: Uint8Array, cuts: readonly number[], limit: number): string[] {
	const drive = new ConnectionDrive({ body: limit });
	return [drive.exchange(input, cuts), drive.exchange(input, cuts), String(drive.configuration.stats.connections)];
}

test("a body in chunks is the same however it is cut into chunks and reads, whatever the lines between look like", (t) => {
	const bytes = Buffer.from(body);
	const whole = JSON.stringify([200, "", "", body]);
	const random = new SeededRandom(104_729);
	for (let round = 0; round < 400; round++) {
		const sizes = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below([4, 20, 300, 2000][random.below(4)]));
		const lines = random.below(2) === 0 ? [sizeLines[0]] : [sizeLines[0], sizeLines[random.below(4)]];
		const input = Buffer.concat([Buffer.from(head), inChunks(bytes, sizes, lines)]);
		const cuts = Array.from({ length: random.below(12) }, () => 1 + random.below(input.length - 1)).sort((one, other) => one - other);
		t.deepEqual(told(input, cuts, 65_536), [whole, whole, "1"], `chunks of ${sizes.join()} cut at ${cuts.join()}`);
	}
});

for (const [name, line] of [["small letters", sizeLines[0]], ["capitals", sizeLines[1]]] as const) {
	for (const size of [100, 1000, 10_000]) {
		test(`what is between chunks of ${size} bytes is read at once and no text is made of it, their sizes in ${name}`, (t) => {
			let reads = 0;
			const socket = class extends MemorySocket {
				override read(target: Uint8Array): number | undefined {
					reads++;
					return super.read(target);
				}
			};
			const bytes = Buffer.from(JSON.stringify(["x".repeat(65_000)]));
			const drive = new ConnectionDrive({ body: 70_000 }, { socket });
			const texts = countTexts(drive);
			const input = Buffer.concat([Buffer.from(head), inChunks(bytes, [size], [line])]);
			t.is(drive.exchange(input), JSON.stringify([200, "", "", bytes.toString()]));
			const chunks = Math.ceil(bytes.length / size);
			t.true(reads <= 2 * chunks + 5, `${reads} reads for ${chunks} chunks`);
			t.true(texts() < 15, `${texts()} texts of ${chunks} chunks`);
		});
	}
}

test("lines between chunks are counted where they are read with them, too: more than 65,536 bytes are refused", (t) => {
	const bytes = Buffer.from(JSON.stringify("x".repeat(400_000)));
	const input = Buffer.concat([Buffer.from(head), inChunks(bytes, [20], sizeLines.slice(0, 1))]);
	t.is(new ConnectionDrive({ body: 500_000 }).exchange(input), "protocol: response head is too long");
});

test("the body of an answer that breaks off is not kept", (t) => {
	const long = Buffer.from(body.repeat(10));
	for (const cut of [1200, 2500, 5000]) {
		for (const isBroken of [false, true]) {
			const drive = new ConnectionDrive();
			drive.send();
			drive.receive(Buffer.concat([Buffer.from(head), inChunks(long, [3000], sizeLines.slice(0, 1))]).subarray(0, cut));
			drive.end(isBroken ? new Error("reset") : undefined);
			t.is(heldBy(drive), 0, `cut at ${cut}`);
		}
	}
});

/** Counts the texts that are made of lines from now on. */
function countTexts(drive: ConnectionDrive): () => number {
	const { receiver } = drive.connection as unknown as { receiver: { parser: { buffer: { text: Text } } } };
	const { buffer } = receiver.parser;
	const { text } = buffer;
	let count = 0;
	buffer.text = { ...text, decode: (bytes, offset, length) => {
		count++;
		return text.decode(bytes, offset, length);
	} };
	return () => count;
}

/** Bytes of the body that a connection holds. */
function heldBy(drive: ConnectionDrive): number {
	const { receiver } = drive.connection as unknown as { receiver: { body: { bytes: Uint8Array | undefined } } };
	return receiver.body.bytes?.length ?? 0;
}
