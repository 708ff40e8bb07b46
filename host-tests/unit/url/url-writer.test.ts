import test from "ava";
import { UrlWriter } from "../../../lib/url/url-writer.js";

function segment(value: string, writer = new UrlWriter(4096)): string {
	return writer.start("").segment(value).finish("id");
}

function parameter(value: string, writer = new UrlWriter(4096)): string {
	return writer.start("").parameter("q", value).finish("filter").slice(3);
}

test("every character up to U+07FF is encoded as encodeURIComponent does", (t) => {
	for (let code = 0; code < 0x800; code++) {
		const character = String.fromCharCode(code);
		t.is(parameter(character), encodeURIComponent(character));
		if (![0, 10, 13].includes(code))
			t.is(segment(character), "/" + encodeURIComponent(character));
	}
});

test("characters of three and four bytes, next to the surrogates too", (t) => {
	for (const character of ["\u0800", "€", "\u2028", "\ucfff", "\ud000", "\ud7ff", "\ue000", "\ufeff", "\uffff", "😀", "\u{10000}", "\u{10ffff}", "a😀b"]) {
		t.is(parameter(character), encodeURIComponent(character));
		t.is(segment(character), "/" + encodeURIComponent(character));
	}
});

test("a good segment doesn't make up for a bad one before it", (t) => {
	const writer = new UrlWriter(64);
	t.is(writer.start("").segment("a\n").segment("b").finish("id"), "");
	t.is(writer.fault, "id must not hold CR, LF or NUL");
	t.is(writer.start("").segment("a").segment("b").finish("id"), "/a/b");
});

test("what is at the limit exactly fits, one byte more does not", (t) => {
	const fault = "path and query are too long";
	for (let length = 64; length < 72; length++) {
		const fitting = new UrlWriter(length);
		const tight = new UrlWriter(length - 1);
		for (const write of [
			(writer: UrlWriter) => writer.start("/" + "p".repeat(length - 1)),
			(writer: UrlWriter) => writer.start("/p").segment("s".repeat(length - 3)),
			(writer: UrlWriter) => writer.start("/p").parameter("q", "v".repeat(length - 5)),
			(writer: UrlWriter) => writer.start("/p").parameter("q", "v".repeat(length - 8) + "/"),
			(writer: UrlWriter) => writer.start("/" + "p".repeat(length - 4)).parameter("q", "")
		]) {
			t.is(write(fitting).finish("").length, length);
			t.is(fitting.fault, "");
			t.is(write(tight).finish(""), "");
			t.is(tight.fault, fault);
		}
	}
});

test("a writer that was full or faulty writes the next URL as if nothing had been", (t) => {
	const writer = new UrlWriter(64);
	t.is(writer.start("/a").segment("x".repeat(100)).parameter("q", "1").finish("id"), "");
	t.is(writer.start("/a").segment("b").parameter("q", "1").finish("id"), "/a/b?q=1");
	t.is(writer.fault, "");
	t.is(writer.start("/a").segment("\n").parameter("q", "1").finish("id"), "");
	t.is(writer.start("/a").segment("b").parameter("q", "1").finish("id"), "/a/b?q=1");
	t.is(writer.fault, "");
});

test("what the service's URL parser reads is what was meant", (t) => {
	for (const value of ["sensor = 'a&b;c' && value > 20", "%41+%zz", "../..", "\u0000\n", "ä😀#?/"]) {
		const url = new URL("http://host" + new UrlWriter(256).start("/a").parameter("filter", value).parameter("z", "1").finish(""));
		t.deepEqual([...url.searchParams], [["filter", value], ["z", "1"]]);
	}
});
