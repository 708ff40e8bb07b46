/** Uploads to the real service whose answers are lost, and names of files. */
import test from "ava";
import { RecordsClient } from "../../host/node.js";
import { upload, type UploadOptions } from "../../lib/files/index.js";
import type { ClientResponse } from "../../lib/response.js";
import { Superuser } from "../../tools/front/superuser.js";
import { FaultProxy } from "../../tools/network/fault-proxy.js";
import { serviceOfFile } from "../../tools/service-of-file.js";

interface Counted {
	readonly id: string;
	readonly count: number;
	readonly one: string;
	readonly files: readonly string[];
}

const service = serviceOfFile();
let proxy: FaultProxy;

test.before(async () => {
	proxy = await new FaultProxy(service.port).open();
	const superuser = await Superuser.of(service);
	await superuser.ask("POST", "/api/collections", {
		name: "counted", type: "base", createRule: "", updateRule: "", viewRule: "", fields: [
			{ type: "number", name: "count" }, { type: "text", name: "title" }, { type: "file", name: "one", maxSelect: 1 }, { type: "file", name: "files", maxSelect: 9 },
			{ type: "file", name: "secret", maxSelect: 1, protected: true }
		]
	});
});
test.after.always(() => proxy?.close());

let runs = 0;

/** A client whose first request's answer is lost at a byte, or that meets no fault. */
function client(fault = ""): RecordsClient {
	const baseUrl = fault === "" ? service.url : `${proxy.url}/${fault}/r${++runs}`;
	return new RecordsClient({ baseUrl, preferences: null, limits: { retryBase: 1, retryMaximum: 1, timeout: 240_000, connect: 120_000, firstByte: 120_000, idle: 120_000 } });
}

/** Fifteen characters that no other record has. */
function newId(): string {
	return (++runs).toString(36).padStart(15, "0");
}

async function send(sender: RecordsClient, options: Partial<UploadOptions>, content = "content"): Promise<ClientResponse> {
	const bytes = new TextEncoder().encode(content);
	const response = await upload({ client: sender, collection: "counted", field: "one", filename: "a.txt", length: bytes.length, ...options }, (view, position) => {
		view.set(bytes.subarray(position, position + view.length));
		return view.length;
	});
	sender.close();
	return response;
}

async function read(id: string): Promise<Counted> {
	const reader = client();
	const response = await reader.collection("counted").getOneEx(id);
	reader.close();
	return response.json<Counted>()!;
}

async function make(fields: object = {}): Promise<string> {
	const maker = client();
	const response = await maker.collection("counted").createEx({ count: 0, ...fields });
	maker.close();
	return response.json<Counted>()!.id;
}

for (const fault of ["cut.0", "cut.1", "reset.100"]) {
	test(`${fault}: an upload whose answer is lost has its effect once`, async (t) => {
		for (const field of ["files+", "+files"]) {
			const id = await make();
			t.false((await send(client(fault), { recordId: id, field })).ok, field);
			t.is((await read(id)).files.length, 1, field);
		}
		for (const [name, count] of [["count+", 1], ["count-", -1]] as const) {
			const id = await make();
			t.false((await send(client(fault), { recordId: id, record: { [name]: 1 } })).ok, name);
			t.is((await read(id)).count, count, name);
		}
		// Without a modifier it is repeated, and sets what was set.
		const id = await make();
		t.is((await send(client(), { recordId: id, field: "files" })).error, "");
		t.is((await send(client(fault), { recordId: id, field: "files", record: { count: 1 } })).error, "");
		const once = await make();
		t.is((await send(client(), { recordId: once, field: "files" })).error, "");
		t.is((await send(client(), { recordId: once, field: "files" })).error, "");
		const [repeated, plain] = [await read(id), await read(once)];
		t.is(repeated.files.length, plain.files.length);
		t.is(repeated.count, 1);
		// A create is refused the second time.
		for (const field of ["one", "files", "files+", "+files", "secret"]) {
			const record = { id: newId(), "count+": 1 };
			t.is((await send(client(fault), { field, record })).error, "", field);
			t.is((await read(record.id)).count, 1, field);
		}
	});

	test(`${fault}: an upload with another record's id is refused, though the refusal is lost; the same once more is the record`, async (t) => {
		for (const field of ["one", "files"]) {
			const record = { id: newId(), title: "door" };
			t.is((await send(client(), { field, record })).error, "", field);
			t.is((await send(client(fault), { field, record }, "contens")).error, "another record has the id", field);
			t.is((await send(client(fault), { field, record }, "content and more")).error, "another record has the id", field);
			t.is((await send(client(fault), { field: "secret", record })).error, "another record has the id", "in another field");
			t.is((await send(client(fault), { field, record: { ...record, title: "window" } })).error, "another record has the id", "another title");
			t.is((await send(client(fault), { field, record })).error, "", "the same");
			const bare = await make({ title: "door" });
			t.is((await send(client(fault), { field, record: { id: bare, title: "door" } })).error, "another record has the id", "without a file");
		}
	});
}

test("a file name is taken, or refused before anything is sent", async (t) => {
	const codes = [...Array.from({ length: 0x180 }, (_, code) => code), 0x2028, 0x2029, 0x202e, 0x200b, 0xfeff, 0xfffd, 0xffff, 0xd83d, 0xdc00, 0x1f600];
	let refused = 0;
	for (const code of codes) {
		const character = String.fromCodePoint(code);
		for (const filename of [`a${character}b.txt`, character]) {
			const { error, kind } = await send(client(), { filename });
			t.true(kind === "" || kind === "argument", `${code.toString(16)}: ${kind} ${error}`);
			refused += kind === "argument" ? 1 : 0;
		}
	}
	t.log(`${refused} refused`);
});
