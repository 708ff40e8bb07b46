/** Answers of a stranger that make many values of few bytes, in an app with the heap of a named board: it does not grow. */
import { createServer } from "node:http";
import { listen } from "../../tools/network/listener.js";
import { makeApp, manifestOf, type Simulator } from "./simulator.js";

/** Bytes of a body: as many as the default of limits.body takes. */
const size = 24_576;
/** Milliseconds. */
const deadline = 120_000;

function filled(open: string, one: (at: number) => string, close: string): string {
	let text = open + one(0);
	for (let at = 1; text.length + one(at).length + close.length < size; at++)
		text += `,${one(at)}`;
	return text + close;
}

const bodies = [
	filled("[", () => "[]", "]"), filled("[", () => "{}", "]"), filled("[", () => "0", "]"), filled("[", () => '""', "]"), filled("[", () => '{"":0}', "]"),
	filled("{", (at) => `"${at.toString(36)}":0`, "}"), filled('{"message":"No.","status":400,"data":{', (at) => `"${at.toString(36)}":{}`, "}}"),
	filled('{"token":"a.b.c","record":[', () => "[[]]", "]}"), filled('{"token":"a.b.c","id":"', () => "[]", '"}'), filled("[", () => "0.1", "]").slice(0, -1),
	// As many as are read.
	filled("[", () => "[]", "]").slice(0, 600) + "]", `${filled("[", () => "0", "]").slice(0, 2401)}]`, `{"a":[${Array(380).fill("{}").join()}],"token":"a.b.c","b":"${"x".repeat(20_000)}"}`
];
/** How each is sent: refused, ok, and ok up to the end of the connection. */
const ways = [400, 200, 0];
/** Log-in, create and list. */
const calls = 3;
/** How what some of the calls must have said begins. */
const said = [
	"http 400 the answer's JSON is nested too deeply or has too many values",
	"too-large 200 the answer's JSON has more values than limits.values (2560): limits.values "
];

/** No answer of limits.body bytes fills the heap of a named board: log-in, create and list fail or succeed, and go on. A slot is the board's twice, and so are bytes. */
export async function checkSmallHeap(simulator: Simulator): Promise<void> {
	const server = await listen(createServer((request, response) => {
		const number = Number(request.url?.split("/")[1]);
		const status = ways[number % ways.length];
		const body = bodies[Math.floor(number / ways.length)];
		response.useChunkedEncodingByDefault = status !== 0;
		response.writeHead(status === 0 ? 200 : status, { "content-type": "application/json", ...status === 0 ? { connection: "close" } : { "content-length": body.length } }).end(body);
	}));
	try {
		const count = bodies.length * ways.length;
		const app = await makeApp(simulator, "small-heap", manifestOf("small-heap"), { server: server.url, count: String(count) });
		const { how, output } = await app.run({ deadline });
		const answers = [...output.matchAll(/^answered (.*)$/gm)].map(([, answer]) => answer);
		const isBorne = how === "code 0" && answers.length === count * calls && said.every((text) => answers.some((answer) => answer.startsWith(text)));
		simulator.results.take(`${isBorne ? "ok" : "not ok"} no answer of limits.body bytes fills the heap of a named board: ${answers.length} of ${count * calls} calls answered, ${how}`);
	}
	finally {
		server.close();
	}
}
