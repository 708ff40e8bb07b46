import { createConnection } from "node:net";
import test, { type ExecutionContext } from "ava";
import { readWithNode } from "../../tools/parser/node-parser.js";
import { bytesOf, ParserDrive, takeBody } from "../../tools/parser/drive.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { password } from "../../tools/successive-service.js";

const users = "/api/collections/users";
const readings = "/api/collections/readings/records";
const service = serviceOfFile();
let token: string;
let id: string;

test.before(async () => {
	token = JSON.parse(bodyOf(await exchange(request("POST", `${users}/auth-with-password`, "", login(password))))).token;
	for (let count = 0; count < 31; count++)
		id = JSON.parse(bodyOf(await exchange(request("POST", readings, token, "{\"sensor\":\"temperature\",\"value\":21.4}")))).id;
});

function login(secret: string): string {
	return JSON.stringify({ identity: "device-one", password: secret });
}

function request(method: string, path: string, authorization: string, body = ""): string {
	const lines = [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1"];
	if (authorization !== "")
		lines.push(`authorization: Bearer ${authorization}`);
	if (body !== "")
		lines.push("content-type: application/json", `content-length: ${body.length}`);
	return [...lines, "", body].join("\r\n");
}

/** Sends a request as it is and returns the answer as it came, without a reading of it but for where it ends. */
function exchange(text: string): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const socket = createConnection(service.port, "127.0.0.1", () => socket.write(text));
		const drive = new ParserDrive({ size: 1024 });
		let received = Buffer.alloc(0);
		socket.on("error", reject);
		socket.on("close", () => resolve(new Uint8Array(received)));
		socket.on("data", (part) => {
			received = Buffer.concat([received, part]);
			if (drive.run(received).at(-1) === "more")
				return;
			resolve(new Uint8Array(received));
			socket.destroy();
		});
	});
}

function bodyOf(bytes: Uint8Array): string {
	const events = new ParserDrive({ size: 1024, names: [], closed: true }).run(bytes);
	return Buffer.from(events.find((event) => event.startsWith("body "))?.slice(5) ?? "", "latin1").toString();
}

interface Answer {
	readonly what: string;
	readonly text: () => string;
	readonly status: number;
	readonly contains: RegExp;
	readonly chunked?: boolean;
}

const answers: readonly Answer[] = [
	{ what: "health", text: () => request("GET", "/api/health", ""), status: 200, contains: /"API is healthy\."/ },
	{ what: "login", text: () => request("POST", `${users}/auth-with-password`, "", login(password)), status: 200, contains: /"token":"ey/ },
	{
		what: "a refused login", text: () => request("POST", `${users}/auth-with-password`, "", login("wrong")),
		status: 400, contains: /"Failed to authenticate\."/
	},
	{ what: "create", text: () => request("POST", readings, token, "{\"sensor\":\"humidity\"}"), status: 200, contains: /"sensor":"humidity"/ },
	{ what: "get", text: () => request("GET", `${readings}/${id}`, token), status: 200, contains: /"value":21\.4/ },
	{ what: "a list of 30", text: () => request("GET", readings, token), status: 200, contains: /"perPage":30/, chunked: true },
	{ what: "a missing record", text: () => request("GET", `${readings}/missing`, token), status: 404, contains: /wasn't found/ },
	{ what: "refresh without a token", text: () => request("POST", `${users}/auth-refresh`, ""), status: 401, contains: /"status":401/ },
	{ what: "bad JSON", text: () => request("POST", readings, token, "{\"sensor\":"), status: 400, contains: /"status":400/ },
	{ what: "no HTTP", text: () => "nonsense\r\n\r\n", status: 400, contains: /Bad Request/ }
];

async function check(t: ExecutionContext, { text, status, contains, chunked = false }: Answer): Promise<void> {
	const bytes = await exchange(text());
	const wholeDrive = new ParserDrive({ size: 256, closed: true, names: ["transfer-encoding"] });
	const whole = [...wholeDrive.run(bytes)];
	t.is(whole[0], String(status));
	t.regex(bodyOf(bytes), contains);
	t.is(whole.includes("transfer-encoding: chunked"), chunked);

	const node = await readWithNode(bytes);
	const body = whole.find((event) => event.startsWith("body "))?.slice(5) ?? "";
	t.deepEqual({ ...node }, { status, body, done: true, fault: "" });

	const expected = JSON.stringify(whole);
	for (const take of chunked ? [takeBody.all] : [takeBody.all, takeBody.three]) {
		const drive = new ParserDrive({ size: 256, closed: true, names: ["transfer-encoding"] }, take);
		for (let cut = 0; cut <= bytes.length; cut++) {
			if (JSON.stringify(drive.run(bytes, cut)) !== expected)
				t.fail(`cut at ${cut}`);
		}
	}
}

for (const answer of answers)
	test(`the service's answer in every two fragments: ${answer.what}`, (t) => check(t, answer));

test("the service's answer in every two fragments: delete", async (t) => {
	const made = JSON.parse(bodyOf(await exchange(request("POST", readings, token, "{\"sensor\":\"gone\"}"))));
	const bytes = await exchange(request("DELETE", `${readings}/${made.id}`, token));
	const drive = new ParserDrive({ size: 256, names: ["content-length", "transfer-encoding"] });
	for (let cut = 0; cut <= bytes.length; cut++)
		t.deepEqual(drive.run(bytes, cut), ["204", "done reusable"]);
	t.deepEqual({ ...await readWithNode(bytes) }, { status: 204, body: "", done: true, fault: "" });
});

test("the service's answers to requests in a row are told apart", async (t) => {
	const first = await exchange(request("GET", "/api/health", ""));
	const both = bytesOf(Buffer.concat([first, first]).toString("latin1"));
	t.is(new ParserDrive({ size: 1024, names: [] }).run(both).at(-1), "done");
	t.is(new ParserDrive({ size: 1024, names: [] }).run(first).at(-1), "done reusable");
});
