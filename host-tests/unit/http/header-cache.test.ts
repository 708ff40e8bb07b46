import test from "ava";
import { text } from "../../../host/text.js";
import { HeaderCache } from "../../../lib/http/header-cache.js";
import { EVENT_HEAD } from "../../../lib/http/parser-events.js";
import { ResponseParser } from "../../../lib/http/response-parser.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { MemorySocket } from "../../../tools/connection/memory-machine.js";
import { bytesOf } from "../../../tools/parser/drive.js";
import { SeededRandom } from "../../../tools/seeded-random.js";

function head(time: string, length: string): string {
	return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sat, 21 Nov 2026 ${time} GMT\r\nContent-Length: ${length}\r\nVary: Origin\r\n\r\n`;
}

/** As nginx in front of PocketBase sends it. */
function proxied(time: string, length: string): string {
	return `HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Sat, 21 Nov 2026 ${time} GMT\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: keep-alive\r\n\r\n`;
}

const lengthFirst = "HTTP/1.1 200 OK\r\nContent-Length: 07\r\nDate: Sat, 21 Nov 2026 09:52:49 GMT\r\n\r\n";
const first = head("09:52:49", "07") + '{"a":1}';
const chunked = head("09:52:49", "7").replace("Content-Length: 7", "Transfer-Encoding: chunked") + '7\r\n{"a":1}\r\n0\r\n\r\n';
const toEnd = chunked.replace("Transfer-Encoding: chunked\r\n", "");
const empty = head("09:52:49", "").replace("200 OK", "204 -").replace("Content-Length: \r\n", "");
const notModified = first.replace("200 OK", "304 -");
const lengthLast = first.replace("Vary: Origin\r\n", "");
const interim = "HTTP/1.1 103 Hints\r\nLink: <a>\r\n\r\n" + first;
const kinds = [first, lengthLast, lengthFirst + '{"a":1}', proxied("09:52:49", "7") + '{"a":1}', chunked, empty, interim];

/** Caches of which the first has stored a head, and the buffer that they compare in. */
function stored(input: string): { cache: HeaderCache; first: () => HeaderCache; match: (again: string) => boolean; store: (input: string) => void } {
	const parser = new ResponseParser(text, 1024);
	const { buffer } = parser;
	const cache = new HeaderCache(text, buffer.bytes);
	let first = cache;
	const put = (bytes: string): void => {
		buffer.bytes.set(bytesOf(bytes));
		buffer.start = 0;
		buffer.end = bytes.length;
	};
	const store = (input: string): void => {
		put(input);
		parser.begin();
		if (parser.next() === EVENT_HEAD)
			first = first.store(buffer.start, parser.head) ?? first;
	};
	store(input);
	return {
		cache,
		first: () => first,
		store,
		match(again) {
			put(again);
			const found = first.match(again.length) ? first : first.matchOther(again.length);
			first = found ?? first;
			return found !== undefined;
		}
	};
}

/** What a GET's answer comes to. */
function answer(drive: ConnectionDrive, input: string | Uint8Array, ...cuts: number[]): string {
	return drive.told(typeof input === "string" ? bytesOf(input) : input, ...cuts);
}

/** What fresh connections have made of answers: many answers come after several others. */
const known = new Map<string, string>();

function freshly(input: string | Uint8Array, ...cuts: number[]): string {
	const key = `${String(input)} ${cuts.join()}`;
	const found = known.get(key) ?? answer(new ConnectionDrive(), input, ...cuts);
	known.set(key, found);
	return found;
}

/** What a connection makes of an answer after others, and a fresh one. */
function both(before: readonly string[], input: string | Uint8Array, ...cuts: number[]): [again: string, fresh: string] {
	const drive = new ConnectionDrive();
	for (const one of before)
		answer(drive, one);
	return [answer(drive, input, ...cuts), freshly(input, ...cuts)];
}

/** The input with each of its bytes replaced by each of some others. */
function* mutants(input: string, others: readonly number[]): Generator<[mutant: Uint8Array, what: string]> {
	for (let at = 0; at < input.length; at++) {
		for (const byte of others) {
			const mutant = bytesOf(input);
			mutant[at] = byte;
			yield [mutant, `byte ${at} is ${byte}`];
		}
	}
}

test("a head with another time and content-length matches, with its content-length, type, status and date", (t) => {
	for (const [input, again] of [[head("09:52:49", "05"), head("23:59:00", "99")], [lengthFirst, lengthFirst.replace("07", "99").replace("09:52:49", "23:59:00")], [proxied("09:52:49", "01"), proxied("23:59:00", "99")]]) {
		const { cache, match } = stored(input);
		t.is(cache.length, input.length);
		t.true(match(again + "body"));
		t.is(cache.contentLength, 99);
		t.is(cache.date(), "Sat, 21 Nov 2026 23:59:00 GMT");
	}
});

test("a head without a content-length matches, in chunks or not", (t) => {
	for (const input of [chunked.slice(0, chunked.indexOf("7\r\n{")), toEnd.slice(0, toEnd.indexOf("7\r\n{")), empty]) {
		const { cache, match } = stored(input);
		t.true(match(input.replace("09:52:49", "23:59:00") + "2\r\n{}\r\n"));
		t.is(cache.contentLength, -1);
		t.is(cache.expected, input.includes("chunked") ? input.length + 8 : Infinity);
	}
});

test("nothing matches before a head is stored, or before all of it is there", (t) => {
	t.false(new HeaderCache(text, new Uint8Array(1024)).match(1024));
	const { cache, match } = stored(first);
	for (let end = 0; end < first.length - 7; end++) {
		match(first);
		t.false(cache.match(end), `${end} bytes`);
	}
	t.true(cache.match(first.length - 7));
	t.is(cache.contentLength, 7);
});

test("a head is not stored that closes, is of HTTP/1.0, asks for a pause, has no date, two, or one that is no 29 bytes", (t) => {
	const date = "Date: Sat, 21 Nov 2026 09:52:49 GMT\r\n";
	for (const other of [
		first.replace("Vary: Origin", "Connection: close"), first.replace("HTTP/1.1", "HTTP/1.0"), first.replace("Vary: Origin", "Retry-After: 1"),
		first.replace(date, ""), first.replace(date, date + date), first.replace("Nov", "No"), first.replace("Nov", "N\xc3\xb6v"), interim.slice(0, 37)
	]) {
		t.is(stored(other).cache.length, 0, other);
		for (const again of [other, other.replace("09:52:49", "23:59:00")]) {
			const [second, fresh] = both([other, first, other], again);
			t.is(second, fresh, other);
		}
	}
});

test("an answer with a known head is read in any two fragments as a new one is", (t) => {
	for (const [before, input] of [[first, head("10:00:00", "11") + '{"hello":1}'], ...[...kinds, notModified, toEnd].map((kind) => [kind, kind])]) {
		for (let cut = 1; cut < input.length; cut++) {
			const [again, fresh] = both([before], input, cut);
			t.is(again, fresh, `cut at ${cut}`);
		}
	}
});

/** Heads as a CDN sends them, some of whose fields differ each time. */
function varying(input: string, number: number): string {
	return input.replace("Vary: Origin", `CF-RAY: ${number * 7919}`).replace("09:52:49", `09:52:${10 + number % 50}`);
}

test("answers of all kinds in any turn are read as on fresh connections, whether heads differ each time or not", (t) => {
	const kinds = [
		first, chunked, empty, notModified, toEnd, first.replace("200 OK", "400 No"), first.replace("200 OK", "429 Slow"), chunked.replace("200 OK", "500 No"),
		first.replace("Vary: Origin", "Vary: Origin\r\nRetry-After: 7"), first.replace("application/json", "text/html"), first.replace("07", "70") + " ".repeat(63),
		chunked.replace("Vary: Origin", "Vary: Origin\r\nAge: 7"), first.replace("Vary: Origin", "Vary: Origin\r\nConnection: close"), interim
	];
	const random = new SeededRandom(7919);
	for (const differs of [false, true]) {
		for (let round = 0; round < 60; round++) {
			const drive = new ConnectionDrive();
			const some = Array.from({ length: 2 + random.below(4) }, () => kinds[random.below(kinds.length)]);
			for (let number = 0; number < 30; number++) {
				const kind = some[random.below(some.length)];
				const input = differs ? varying(kind, number) : kind;
				const again = answer(drive, input);
				const fresh = freshly(input);
				if (again !== fresh)
					return t.fail(`${again} instead of ${fresh} for ${JSON.stringify(input)} in round ${round}`);
			}
		}
	}
	t.pass();
});

test("whatever byte of a head of any known kind is another, the answer is read as on a fresh connection, and so is the next", (t) => {
	const refused = first.replace("200 OK", "400 Bad Request");
	for (const differs of [false, true]) {
		const warm = (): ConnectionDrive => {
			const drive = new ConnectionDrive();
			for (let number = 0; number < (differs ? 20 : 2); number++) {
				for (const kind of [first, chunked, refused])
					answer(drive, differs ? varying(kind, number) : kind);
			}
			return drive;
		};
		let drive = warm();
		for (const kind of [first, chunked, refused]) {
			for (const [mutant, what] of mutants(differs ? varying(kind, 3) : kind, [0, 10, 32, 57])) {
				const again = answer(drive, mutant);
				t.is(again, freshly(mutant), `${what} in ${kind}`);
				const other = [first, chunked, refused][mutant.length % 3];
				if (drive.isOpen && !again.includes("more"))
					t.is(answer(drive, other), freshly(other), `after ${what} in ${kind}`);
				if (!drive.isOpen || again.includes("more"))
					drive = warm();
			}
		}
	}
});

test("heads that differ each time are compared line by line after the fourth in a row", (t) => {
	const numbered = (number: number): string => head("09:52:49", "55").replace("Origin", `Origin${number}`);
	const { cache, match, store } = stored(numbered(1));
	for (let number = 2; number <= 4; number++) {
		t.false(match(numbered(number)));
		store(numbered(number));
	}
	t.true(match(numbered(4)), "a match begins the count again");
	for (let number = 5; number <= 8; number++) {
		t.false(match(numbered(number)));
		store(numbered(number));
	}
	t.true(match(numbered(100).replace("55", "123").replace("09:52:49", "23:59:00")));
	t.is(cache.length, numbered(100).length + 1);
	t.is(cache.contentLength, 123);
	t.is(cache.date(), "Sat, 21 Nov 2026 23:59:00 GMT");
});

test("a head that ends before any line of one that is compared line by line, and is as long with its body, is read as on a fresh connection", (t) => {
	const before = [0, 1, 2, 3, 4, 5, 6].map((number) => varying(first, number));
	const head = varying(first, 7);
	const lines = head.slice(0, head.indexOf("\r\n\r\n")).split("\r\n");
	for (let index = 1; index <= lines.length; index++) {
		// The line is empty, and another is as much longer, so that the heads are equally long.
		for (let other = 1; other < lines.length; other++) {
			const cut = lines.map((line, at) => at === index ? "" : at === other ? line + "x".repeat(lines[index]?.length ?? 0) : line);
			const input = `${cut.join("\r\n")}\r\n\r\n{"a":1}`;
			const [again, fresh] = both(before, input);
			t.is(again, fresh, input);
		}
	}
});

test("the Date of an answer out of a cache is not told, whether its head is read, is known again, or is compared line by line", (t) => {
	const aged = (age: number): string => head("09:52:49", "07").replace("\r\n\r\n", `\r\nAge: ${age}\r\n\r\n{"a":1}`);
	const drive = new ConnectionDrive();
	for (const age of [7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]) {
		drive.fields = ["", ""];
		drive.send({}, "", true);
		drive.receive(bytesOf(aged(age)));
		t.is(drive.response?.body, '{"a":1}', String(age));
		t.is(drive.fields[0], "", String(age));
	}
	t.is(drive.configuration.stats.connections, 1);
	t.true(answer(drive, first).includes("Sat, 21 Nov 2026"), "the next that is not a cache's is");
});

test("heads of four kinds in turn are known, and do not have lines compared; a fifth kind replaces the one that was not used for longest", (t) => {
	const ok = head("09:52:49", "05");
	const list = chunked.slice(0, chunked.indexOf("7\r\n{"));
	const refused = ok.replace("200 OK", "400 Bad Request");
	// An outbox gets a batch's answer and a single reading's in turn.
	const batch = head("09:52:49", "680");
	const { match, store } = stored(ok);
	for (const other of [list, refused, batch]) {
		t.false(match(other));
		store(other);
	}
	for (let round = 0; round < 6; round++) {
		for (const kind of [ok, batch, list, refused, list, batch])
			t.true(match(kind.replace("09:52:49", `09:52:5${round}`)), kind);
	}
	t.false(match(ok.replace("Origin", "None")));
	t.false(match(empty));
	store(empty);
	t.deepEqual([list, refused, batch, empty].map(match), [true, true, true, true]);
	t.false(match(ok), "the oldest");
});

test("each kind has its own status, type, framing and date, whichever came before", (t) => {
	const { first, match, store } = stored(head("09:52:49", "05"));
	store(head("09:52:49", "05").replace("200 OK", "400 Bad Request").replace("application/json", "text/html"));
	store(chunked.slice(0, chunked.indexOf("7\r\n{")).replace("Vary: Origin", "Age: 7"));
	t.true(match(head("10:00:00", "12")));
	t.deepEqual([first().status, first().type, first().isChunked, first().contentLength, first().date()], [200, "application/json", false, 12, "Sat, 21 Nov 2026 10:00:00 GMT"]);
	t.true(match(head("11:00:00", "99").replace("200 OK", "400 Bad Request").replace("application/json", "text/html")));
	t.deepEqual([first().status, first().type, first().isChunked, first().contentLength, first().date()], [400, "text/html", false, 99, "Sat, 21 Nov 2026 11:00:00 GMT"]);
	t.true(match(chunked.slice(0, chunked.indexOf("7\r\n{")).replace("Vary: Origin", "Age: 7")));
	t.deepEqual([first().status, first().type, first().isChunked, first().contentLength, first().date()], [200, "application/json", true, -1, ""]);
});

test("an answer is read at once, unless its head is expected to be that of one in chunks", (t) => {
	const reads: number[] = [];
	const socket = class extends MemorySocket {
		override read(target: Uint8Array): number | undefined {
			reads.push(target.length);
			return super.read(target);
		}
	};
	const undated = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n" + '{"a":1}';
	const expected: readonly (readonly [string[], string, number])[] = [
		[[first], first, first.length], [[chunked, undated], undated, undated.length], [[chunked, first], first, first.length],
		[[undated, chunked], chunked, chunked.indexOf("7\r\n{") + 8]
	];
	for (const [before, input, count] of expected) {
		const drive = new ConnectionDrive({}, { socket });
		for (const one of before)
			drive.exchange(bytesOf(one));
		reads.length = 0;
		t.is(drive.exchange(bytesOf(input)), '[200,"","","{\\"a\\":1}"]');
		t.is(reads[0], count);
	}
});
