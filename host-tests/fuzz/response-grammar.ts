import type { Random } from "../../tools/random.js";

const CRLF = "\r\n";
/** Where not all is as it should be, one chunk in so many is followed by what is no chunk's size. */
const ODD_SIZES = 16;
const names = ["Date", "Vary", "Server", "X-Content-Type-Options", "Content-Type", "Connection", "Upgrade", "Trailer", "A", "x!#$%&'*+-.^_`|~9"];
const values = ["", "a", "Origin", "close", "keep-alive", "upgrade", "close, keep-alive", "x, CLOSE", "Sat, 21 Nov 2026 12:05:08 GMT", "b: c",
	"\"quoted\"", "gr\xc3\xbc\xc3\x9fe", "\xfc", "a \t b"];
const oddNames = ["", " ", "A b", "(A)", "A\0", "\xc3\xa4", "Content-Length ", " A", "A,B", "\"A\"", "A\x7f", "{}", "Proxy-Connection"];
const oddValues = ["\0", "a\x01b", "\x7f", "a\rb", "a\nb", "\x0bclose", "\r\n folded", "\r\n\tfolded", "a\x1f"];
/** What some reader or other takes for a number. */
const oddNumbers = ["NaN", "Infinity", "-Infinity", "-0", "1e1", "1E+1", "2.0", "0b10", "0o7", "1_0", "1,0", "null", "true", "\xd9\xa3", "\xb2", "\xef\xbc\x92"];
const bodies = ["", "ok", "{}", "[]", "{\"message\":\"a\",\"token\":\"b\"}", "{\"a\":{\"b\":[1,{\"c\":\"}\"}]},\"d\":[]}", "\r\n\r\n", "0\r\n\r\n", "\0\xff\n\r",
	"{\"message\":\"a\\u001b[2J\\r\\n\\u0000\\u2028\",\"data\":{\"a\\nb\":{\"message\":\"\\u0085\"}}}", "Bad\x1b[2J\nrequest\xc2\x9b", "garbage}"];
const extensions = [";a", ";a=b", ";a=\"b;c\"", ";a=\"\\\"\"", ";a;b=c"];
const oddExtensions = [";", "; a", ";a=", ";=b", ";a=\"", ";\0", ";a=b\"c\"", " ;a", ";a =b", ";\xff", ";a=\"\x01\"", ";a=\"b\"c"];

/** Writes responses after RFC 9112, and, as often as it is told, what is none. */
export class ResponseGrammar {
	readonly #random: Random;
	readonly #odds: number;

	/** @param odds one of so many parts is not as it should be; 0 for none */
	constructor(random: Random, odds: number) {
		this.#random = random;
		this.#odds = odds;
	}

	/** A response, mostly with interim ones before it or bytes behind it if there is something odd in it. */
	response(): string {
		const random = this.#random;
		let text = "";
		while (random.below(8) === 0)
			text += this.#statusLine(100 + random.below(4)) + this.#fields(random.below(3)) + CRLF;
		text += this.#statusLine(random.pick([200, 200, 200, 200, 201, 202, 203, 204, 205, 206, 299, 304, 400, 404, 413, 500]));
		text += this.#fields(random.below(4));
		switch (random.below(5)) {
			case 0:
				return text + this.#end() + this.#part(this.body());
			case 1:
			case 2:
				return text + this.#field("Transfer-Encoding", this.#odd("chunked", ["Chunked", "chunked ", "\tchunked", "chunked\t", "gzip", "gzip, chunked",
					"chunked, chunked", "", "identity", "chunked;a=b"])) + this.#fields(random.below(2)) + this.#end() + this.chunks();
		}
		const body = this.body();
		text += this.#field("Content-Length", this.#odd(String(body.length), [`0${body.length}`, `${body.length}\t`, `${body.length} `, `+${body.length}`, "",
			"0x2", "-1", "999999999999999", "1".repeat(16), `${body.length}, ${body.length}`, `${body.length + 1}`, `${body.length >> 1}`, ...oddNumbers]));
		text += this.#odd("", [this.#field("Content-Length", String(body.length)), this.#field("Transfer-Encoding", "chunked")]);
		return text + this.#fields(random.below(2)) + this.#end() + body + this.#odd("", ["\0", CRLF, "HTTP/1.1 200 OK\r\n\r\n"]);
	}

	/** A body in chunks (RFC 9112, section 7.1). */
	chunks(): string {
		const random = this.#random;
		let text = "";
		for (let count = random.below(5); count > 0; count--) {
			const body = this.body() || "x";
			const size = body.length.toString(16);
			text += this.#odd(size, [size.toUpperCase(), `0${size}`, "0".repeat(12) + size, (body.length + 1).toString(16), ` ${size}`, `${size} `, `0x${size}`,
				"", "g", "-1", "fffffffffffff", ...oddNumbers]) + this.#extension() + this.#end() + body + this.#end();
			// What is no size, with nothing behind it: whoever takes it for one finds the chunk's end there.
			if (this.#odds > 0 && random.below(ODD_SIZES) === 0)
				text += random.pick(oddNumbers) + CRLF + CRLF;
		}
		text += this.#odd("0", ["00", "000", "0 ", ...oddNumbers]) + this.#extension() + this.#end();
		for (let count = random.below(4) - 2; count > 0; count--)
			text += this.#field(this.#odd("X-Sum", [...oddNames, "Content-Length", "Connection", "Transfer-Encoding"]), this.#odd("1", oddValues));
		return text + this.#end();
	}

	body(): string {
		const random = this.#random;
		const text = random.pick([...bodies, "x".repeat(random.below(300))]);
		return text + random.pick(["", "", "y"]);
	}

	/** Mostly all of a text, else what is before one of its bytes: as a connection that ends leaves it. */
	#part(text: string): string {
		return this.#random.below(3) > 0 ? text : text.slice(0, this.#random.below(text.length + 1));
	}

	#statusLine(status: number): string {
		return this.#odd("HTTP/1.1", ["HTTP/1.0", "HTTP/1.0", "HTTP/1.2", "HTTP/0.9", "HTTP/2.0", "http/1.1", "RTSP/1.0", "HTTP/1.1 ", "", "\r\nHTTP/1.1"])
			+ " " + this.#odd(String(status), ["101", "099", "1000", "20", "150", "199", "2x0", " 200", ...oddNumbers])
			+ this.#odd(" OK", ["", " ", " \xe9\t:", " O\0K", "\tOK", " O\rK"]) + this.#end();
	}

	#fields(count: number): string {
		let text = "";
		for (; count > 0; count--)
			text += this.#field(this.#random.pick(names), this.#random.pick(values));
		return text;
	}

	#field(name: string, value: string): string {
		const space = this.#random.pick([" ", " ", " ", "", "\t", "  "]);
		const behind = this.#odd("", [" ", "\t", "  "]);
		return this.#case(this.#odd(name, oddNames)) + this.#odd(":", [" :", "", "::", "\t:"]) + space + this.#odd(value, oddValues) + behind + this.#end();
	}

	#extension(): string {
		return this.#random.below(8) === 0 ? this.#odd(this.#random.pick(extensions), oddExtensions) : this.#odd("", oddExtensions);
	}

	#case(name: string): string {
		return this.#random.pick([name, name, name.toLowerCase(), name.toUpperCase()]);
	}

	#end(): string {
		return this.#odd(CRLF, ["\n", "\r", "\r\r\n", "", "\n\r", "\r\n\r\n"]);
	}

	/** What should be there, or now and then something else. */
	#odd(good: string, bad: readonly string[]): string {
		return this.#odds > 0 && this.#random.below(this.#odds) === 0 ? this.#random.pick(bad) : good;
	}
}
