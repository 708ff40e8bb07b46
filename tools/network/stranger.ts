/** Whoever answers in the service's place without being it: portals, gateways, caches and enemies, by the dice. */
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { SeededRandom } from "../seeded-random.js";

const statuses = ["200 OK", "200 OK", "201 Created", "202 Accepted", "204 No Content", "302 Found", "304 Not Modified", "400 Bad Request", "401 Unauthorized",
	"403 Forbidden", "404 Not Found", "407 Proxy Authentication Required", "408 Request Timeout", "429 Too Many Requests", "500 Internal Server Error",
	"502 Bad Gateway", "503 Service Unavailable", "511 Network Authentication Required"] as const;

/** No record, no page of records, no token that can be sent, no refusal in the service's form. */
const pages = ["", "<html><body>Log in</body></html>", "{\"login\":\"required\"", "[[[[", "garbage}", "\u0000\u001b[2J"] as const;
/** To what is not a GET: a stranger's list can't be told from the service's. */
const texts = ["{}", "[]", "{\"success\":true}", "{\"message\":\"log in\"}", `{"token":"${"x".repeat(6000)}"}`, "{\"token\":\"a b\"}", "{\"token\":\"a\\r\\nx: y\"}", "{\"token\":\"\u00e4.b.c\"}",
	"{\"token\":null,\"record\":{}}", `[${Array(4000).fill("[]").join()}]`] as const;

const DAY = 86_400_000;

/** Fields that lie, come twice or ask for ages. */
function fieldsOf(random: SeededRandom): string {
	const date = `date: ${new Date(Date.now() + (random.below(20_000) - 10_000) * DAY).toUTCString()}\r\n`;
	const pauses = ["0", "1", "3600", "4000000000", "-1", "1e9", "NaN", "soon", new Date(Date.now() + 900 * DAY).toUTCString()];
	const all = [date, date, date + date, `retry-after: ${random.pick(pauses)}\r\n`, "retry-after: 1\r\nretry-after: 3600\r\n", "age: 3600\r\n", "location: http://portal.example/\r\n",
		"set-cookie: a=b\r\n".repeat(1 + random.below(40)), "connection: close\r\n", "www-authenticate: Bearer\r\n", `x: ${"y".repeat(random.below(3000))}\r\n`];
	return Array.from({ length: random.below(5) }, () => random.pick(all)).join("");
}

function framed(body: string, random: SeededRandom): string {
	const bytes = Buffer.byteLength(body);
	switch (random.below(8)) {
		case 0:
			return `transfer-encoding: chunked\r\n\r\n${bytes === 0 ? "" : `${bytes.toString(16)}\r\n${body}\r\n`}0\r\ndate: ${new Date(0).toUTCString()}\r\nid: "id"\r\n\r\n`;
		case 1:
			return `transfer-encoding: chunked\r\n\r\n${bytes.toString(16)};x=${"y".repeat(random.below(5000))}`;
		case 2:
			return `content-length: ${bytes}\r\ncontent-length: ${bytes + 1}\r\n\r\n${body}`;
		case 3:
			return `content-length: ${random.pick(["NaN", "-1", "1e3", "0x10", "99999999999999999999"])}\r\n\r\n${body}`;
		case 4:
			return `\r\n${body}`;
		default:
			return `content-length: ${bytes}\r\n\r\n${body}`;
	}
}

/** One answer. The service does not see the request. */
export async function answerAsStranger({ random, request, socket }: { readonly random: SeededRandom; readonly request: Buffer; readonly socket: Socket }): Promise<void> {
	const isGet = request.subarray(0, 4).toString() === "GET ";
	const status = random.pick(statuses);
	const isJSON = !isGet && random.below(2) === 0;
	const body = status.startsWith("204") || status.startsWith("304") ? "" : random.pick(isJSON ? texts : pages);
	const type = isJSON ? "content-type: application/json\r\n" : random.pick(["content-type: text/html\r\n", "content-type: text/plain\r\n", "content-type: application/jsonp\r\n"]);
	const interim = random.below(6) === 0 ? "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(random.below(400)) : "";
	const bytes = Buffer.from(`${interim}HTTP/1.1 ${status}\r\n${type}${fieldsOf(random)}${framed(body, random)}`);
	if (random.below(40) === 0) {
		// Byte by byte, as long as somebody listens.
		for (let at = 0; at < bytes.length && !socket.destroyed; at++) {
			socket.write(bytes.subarray(at, at + 1));
			await wait(100);
		}
	}
	else
		socket.write(bytes);
	// Of some, more than was asked for.
	if (random.below(10) === 0)
		socket.write("HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{\"id\":\"forged\"}".repeat(1 + random.below(3)));
	if (random.below(2) === 0)
		socket.end();
}
