import test from "ava";
import { text } from "../host/text.js";
import { HeadFields } from "../lib/http/head-fields.js";
import { KnownHead } from "../lib/http/known-head.js";
import { ResponseParser } from "../lib/http/response-parser.js";
import { bytesOf, ParserDrive } from "./parser-drive.js";

/** Heads are recognised with a mask that can't change. */
const options = { mask: Object.freeze([]), size: 1024 };

function head(time: string, length: string): string {
	return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sat, 21 Nov 2026 ${time} GMT\r\nContent-Length: ${length}\r\nVary: Origin\r\n\r\n`;
}

const lengthFirst = "HTTP/1.1 200 OK\r\nContent-Length: 05\r\nDate: Sat, 21 Nov 2026 09:52:49 GMT\r\n\r\n";
const chunked = head("09:52:49", "5").replace("Content-Length: 5", "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n";
const empty = head("09:52:49", "5").replace("200 OK", "204 -").replace("Content-Length: 5\r\n", "");
const first = head("09:52:49", "05") + "hello";

/** Events of `second` on a parser that has read `before`, and on a fresh one. */
function both(before: string, second: Uint8Array, ...cuts: number[]): [again: string, fresh: string] {
	const drive = new ParserDrive(options);
	drive.run(bytesOf(before));
	return [drive.run(second, ...cuts).join(), new ParserDrive(options).run(second, ...cuts).join()];
}

/** A head that was learned as the parser learns it. */
function known(bytes: Uint8Array, length: number): KnownHead {
	const fields = new HeadFields();
	fields.reset(1);
	const input = String.fromCharCode(...bytes.subarray(0, length));
	for (let start = input.indexOf("\r\n") + 2; input[start] !== "\r"; start = input.indexOf("\r\n", start) + 2) {
		const colon = input.indexOf(":", start);
		fields.take(bytes, start, colon, colon + 2, input.indexOf("\r\n", start));
	}
	const learned = new KnownHead(text);
	learned.learn(bytes, length, 200, fields);
	return learned;
}

test("a head with another time and content-length is recognised, with its content-length", (t) => {
	for (const [input, again] of [[head("09:52:49", "05"), head("23:59:00", "99")], [lengthFirst, lengthFirst.replace("05", "17")]]) {
		const learned = known(bytesOf(input), input.length);
		t.is(learned.length, input.length);
		t.true(learned.recognise(bytesOf(again + "body"), again.length + 4));
		t.is(learned.size, again.includes("17") ? 17 : 99);
	}
});

test("a head without a content-length is recognised, in chunks or not", (t) => {
	for (const line of ["Transfer-Encoding: chunked\r\n", ""]) {
		const input = `HTTP/1.1 200 OK\r\nDate: Sat, 21 Nov 2026 09:52:49 GMT\r\n${line}\r\n`;
		const again = bytesOf(input.replace("09:52:49", "23:59:00") + "2\r\nok\r\n");
		const learned = known(bytesOf(input), input.length);
		learned.size = 7;
		t.true(learned.recognise(again, again.length));
		t.is(learned.size, -1);
		t.is(learned.chunked, line !== "");
	}
});

/** As nginx in front of PocketBase sends it. */
function proxied(time: string, length: string): string {
	return `HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Sat, 21 Nov 2026 ${time} GMT\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: keep-alive\r\nVary: Origin\r\n\r\n`;
}

test("a head that says keep-alive is recognised, and is kept alive", (t) => {
	const learned = known(bytesOf(proxied("09:52:49", "588")), proxied("09:52:49", "588").length);
	const again = bytesOf(proxied("23:59:00", "601"));
	t.true(learned.recognise(again, again.length));
	t.is(learned.size, 601);
	const [second, fresh] = both(proxied("09:52:49", "5") + "hello", bytesOf(proxied("23:59:00", "5") + "world"));
	t.is(second, fresh);
});

test("nothing is recognised before the whole head is there", (t) => {
	const bytes = bytesOf(first);
	const learned = known(bytes, first.length - 5);
	t.false(learned.recognise(bytes, first.length - 6));
	t.true(learned.recognise(bytes, first.length - 5));
	t.is(learned.size, 5);
});

test("whatever byte of a known head is another, the response is read as if nothing were known", (t) => {
	for (const before of [first, lengthFirst + "hello", chunked, empty, proxied("09:52:49", "5") + "hello"]) {
		const bytes = bytesOf(before);
		for (let at = 0; at < bytes.length; at++) {
			for (const byte of [0, 10, 13, 31, 32, 48, 57, 58, 122, 195]) {
				const other = Uint8Array.from(bytes);
				other[at] = byte;
				const [again, fresh] = both(before, other);
				t.is(again, fresh, `byte ${at} is ${byte}`);
			}
		}
	}
});

test("a known head is read in any two fragments as a new one is", (t) => {
	for (const [before, input] of [[first, head("10:00:00", "11") + "hello world"], [chunked, chunked], [empty, empty]]) {
		for (let cut = 1; cut < input.length; cut++) {
			const [again, fresh] = both(before, bytesOf(input), cut);
			t.is(again, fresh, `cut at ${cut}`);
		}
	}
});

test("answers without a body, of another status or kept open otherwise are told from a known head", (t) => {
	const others = [chunked, empty, proxied("10:00:00", "5") + "hello", proxied("10:00:00", "5").replace("keep-alive", "x, close.. ") + "hello", chunked.replace("Transfer-Encoding: chunked\r\n", ""), "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n" + first, first.replace("200 OK", "400 No"),
		first.replace("Vary: Origin", "Connection: close"), first.replace("HTTP/1.1", "HTTP/1.0"), lengthFirst + "hello"];
	for (const before of [first, ...others]) {
		for (const second of [first, ...others]) {
			const [again, fresh] = both(before, bytesOf(second));
			t.is(again, fresh, `${before} before ${second}`);
		}
	}
});

test("the fields of a known head are those of the mask that is asked for", (t) => {
	const parser = new ResponseParser(text, 1024);
	const bytes = bytesOf(empty);
	const masks = [["vary"], ["vary"], [], ["content-type"], ["date"]].map((names) => Object.freeze(names));
	for (const mask of [...masks, masks[0], ...masks]) {
		parser.reset(false, mask);
		parser.buffer.space(bytes.length).set(bytes);
		parser.buffer.filled(bytes.length);
		parser.next();
		t.deepEqual([...parser.head.collector.headers.keys()], mask);
	}
});

test("a server whose heads are numbered is not compared with for ever", (t) => {
	const numbered = (number: number): string => head("09:52:49", "05").replace("Origin", `Origin${number}`);
	const learned = known(bytesOf(numbered(1)), numbered(1).length);
	for (let number = 2; number <= 5; number++)
		t.is(learned.recognise(bytesOf(numbered(number)), numbered(number).length), false);
	t.is(learned.length, 0);
});
