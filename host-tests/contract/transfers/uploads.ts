import { AbortController } from "records-client/abort";
import { upload, type UploadOptions } from "records-client/files";
import type { RecordsClient } from "../../../lib/client.js";
import { ODD_VALUES } from "../../../tools/odd-values.js";
import { type Case, testCase } from "../case.js";
import { raise } from "../thrown.js";
import { against, Scene } from "../wire/scene.js";
import { AT_ONCE, doubles, reader, send } from "./scene.js";
import { notSent, refused } from "../spec/devices.js";

const id = "abcdefghij01234";
const record = { id, title: "door" };

/** Uploads, answered by the scripted peer. */
export const uploadCases: readonly Case[] = [
	testCase("upload sends one request of a known length, in pieces of at most the buffer", async (context) => {
		for (const [buffer, most] of [[64, Infinity], [1460, 100], [65_536, Infinity]] as const) {
			const scene = new Scene(context, "upload");
			let largest = 0, before = 0;
			const read = reader(most);
			const response = await send(scene.client, { buffer, record: { title: "dööor" } }, (view, position) => {
				largest = Math.max(largest, view.length);
				context.equal(position, before, "position");
				const count = read(view, position);
				before += count;
				return count;
			});
			context.equal(response.error, "", "error");
			context.equal(before, 3000, "bytes");
			context.ok(largest <= buffer, `a view of ${largest} bytes`);
			const { requests: [request] } = await scene.observe();
			const [, type] = request.fields.find(([name]) => name === "content-type")!;
			context.ok(/^multipart\/form-data; boundary=[\w-]{20,70}$/.test(type), type);
			context.equal(request.path, "/api/collections/pictures/records", "path");
			context.equal(request.bodyBytes, Number(request.fields.find(([name]) => name === "content-length")?.[1]), "length");
			await scene.expectNext();
		}
	}),
	testCase("an upload has the options of its call, though the app takes the object for the next one", async (context) => {
		const scene = new Scene(context, "upload");
		const options = { client: scene.client, collection: "pictures", field: "picture", filename: "door.jpg", length: 3000 };
		const begun = upload(options, reader());
		options.length = 20;
		const next = upload(options, reader());
		for (const { error } of await Promise.all([begun, next]))
			context.equal(error, "");
		const [first, second] = (await scene.observe()).requests;
		context.ok(first.bodyBytes > 3000 && second.bodyBytes < 3000, `${first.bodyBytes} and ${second.bodyBytes} bytes`);
	}),
	testCase("an upload whose answer is lost is repeated where that has no second effect, and its record is recognised", async (context) => {
		for (const [script, requests] of [
			["upload-stored", 3], ["upload-hidden", 4], ["upload-unstored", 3], ["upload-garbled", 3], ["upload-listed", 3], ["upload-unshown", 2]
		] as const) {
			const scene = new Scene(context, script, AT_ONCE);
			const response = await send(scene.client, { record });
			context.equal(response.error, "", `${script}: error`);
			context.equal(response.body === "{}", script === "upload-hidden", `${script}: ${response.body}`);
			context.equal((await scene.observe()).requests.length, requests, `${script}: requests`);
		}
	}),
	testCase("an upload whose id is another record's says so", async (context) => {
		refused(context, await send(new Scene(context, "upload-anothers", AT_ONCE).client, { record }), 400, "another record has the id");
	}),
	testCase("an upload whose id is a record's with another file, or with none, is refused, though the service's refusal was lost", async (context) => {
		for (const script of ["upload-other-file", "upload-longer-file", "upload-without-file", "upload-two-files", "upload-late"])
			refused(context, await send(new Scene(context, script, AT_ONCE).client, { buffer: 64, record }), 400, "another record has the id");
	}),
	testCase("an upload whose record's file can't be fetched says that it is not known", async (context) => {
		const response = await send(new Scene(context, "upload-file-kept-back", AT_ONCE).client, { record });
		context.equal(response.kind, "protocol", "kind");
		context.ok(response.error.startsWith("a record with the create's id is there and could not be read: "), response.error);
	}),
	testCase("an upload with a modifier in a name is not repeated once all of it has left, unless it creates a record with an id of its own", async (context) => {
		for (const options of [{ field: "files+" }, { field: "+files" }, { record: { "count+": 1 } }, { record: { "+count": 1 } }, { record: { "tags-": "a" } }]) {
			const scene = new Scene(context, "upload-lost", AT_ONCE);
			context.equal((await send(scene.client, { recordId: "one", ...options })).kind, "connect", "kind");
			context.equal((await scene.observe()).requests.length, 1, JSON.stringify(options));
		}
		const scene = new Scene(context, "upload-stored", AT_ONCE);
		context.equal((await send(scene.client, { field: "picture+", record: { ...record, "count+": 1 } })).error, "", "error");
	}),
	testCase("an upload that a limit on the rate refuses is sent again, without an id too", against("upload-refused", AT_ONCE), async (scene, context) => {
		context.equal((await send(scene.client)).error, "", "error");
		context.equal((await scene.observe()).requests.length, 2, "requests");
	}),
	testCase("an upload whose client does not stream is kind \"argument\", and never ok", against("upload"), async ({ client }, context) => {
		for (const { double, error } of doubles(client)) {
			const response = await upload({ client: double, collection: "pictures", field: "picture", filename: "door.jpg", length: 3000 }, reader());
			notSent(context, response, error);
		}
		const handing = { sendEx: (...given: Parameters<RecordsClient["sendEx"]>) => client.sendEx(...given) };
		context.equal((await upload({ client: handing, collection: "pictures", field: "picture", filename: "door.jpg", length: 3000 }, reader())).error, "", "one that hands all on");
	}),
	testCase("read may throw anything, and give anything back", async (context) => {
		for (const [name, make] of Object.entries(ODD_VALUES)) {
			const thrown = make();
			const { client } = new Scene(context, "upload", AT_ONCE);
			const response = await send(client, {}, () => raise(thrown));
			context.equal(response.kind, "closed", name);
			context.ok(response.error.startsWith("read has thrown: ") && response.error.length > 17, `${name}: ${response.error}`);
			const given = await send(client, {}, () => thrown as number);
			context.equal(given.kind, "closed", name);
			context.ok(given.error.startsWith("read "), `${name}: ${given.error}`);
		}
		const promised = await send(new Scene(context, "upload", AT_ONCE).client, {}, (() => Promise.reject(new Error("no card"))) as unknown as () => number);
		context.equal(promised.error.replace(/1 to \d+/, "1 to so many"), "read must return how many bytes it has read, 1 to so many, not a promise, at 0 of 3000", "a promise");
	}),
	testCase("an upload without an id of its own is not repeated once all of it has left; one to a record that there is, is", async (context) => {
		for (const [options, requests] of [[{}, 1], [{ record: { id: "short" } }, 1], [{ recordId: "one" }, 3]] as const) {
			const scene = new Scene(context, "upload-lost", AT_ONCE);
			const response = await send(scene.client, options);
			context.equal(response.kind, "connect", response.error);
			const seen = (await scene.observe()).requests;
			context.equal(seen.length, requests, "requests");
			context.equal(seen[0].method, "recordId" in options ? "PATCH" : "POST", "method");
		}
	}),
	testCase("read ends an upload by what it throws and by a count that can't be; the client is usable", async (context) => {
		for (const [read, error] of [
			[() => raise(new Error("no card")), "read has thrown: no card"], [() => 0, ", not 0, at 0 of 3000"], [() => -1, "not -1"], [() => 2049, "not 2049"],
			[() => 1.5, "not 1.5"], [() => undefined, "not undefined"]
		] as const) {
			const scene = new Scene(context, "upload", AT_ONCE);
			const response = await send(scene.client, {}, read as () => number);
			context.equal(response.kind, "closed", "kind");
			context.ok(response.error.includes(error), response.error);
			context.equal((await scene.client.createEx('{"next":true}')).error, "", "the next request");
			context.equal((await scene.observe()).requests.filter(({ whole }) => whole).length, 1, "whole requests");
		}
	}),
	testCase("an upload ends by its signal, and by close in read, which is not called any more; it is kind \"closed\"", async (context) => {
		for (const isSignal of [true, false]) {
			for (const [last, retries, buffer, isOpen] of [[1, 0, 64, false], [3, 2, 64, false], [3, 2, 2048, true]] as const) {
				const scene = new Scene(context, "upload", { ...AT_ONCE, retries });
				// Over an open connection the first parts are read before the request is under way.
				if (isOpen)
					await scene.expectNext();
				const controller = new AbortController();
				let reads = 0;
				const { error, kind } = await send(scene.client, { length: 2_000_000, buffer, signal: controller.signal }, (view) => {
					if (++reads === last && isSignal)
						controller.abort();
					else if (reads === last)
						scene.client.close();
					return view.length;
				});
				context.equal(kind, "closed", error);
				context.equal(error.startsWith("the call was aborted"), isSignal, error);
				await context.sleep(50);
				context.equal(reads, last, "reads");
				scene.client.close();
			}
		}
	}),
	testCase("read is not called inside upload", against("upload"), async (scene, context) => {
		await scene.expectNext();
		let isInside = true;
		const sent = send(scene.client, {}, (view) => {
			context.equal(isInside, false, "inside the call");
			return view.length;
		});
		isInside = false;
		context.equal((await sent).error, "", "error");
	}),
	testCase("an upload that the service refuses at its head is refused, whatever is left to send", async (context) => {
		refused(context, await send(new Scene(context, "upload-too-large", AT_ONCE).client, { length: 200_000 }), 413, "Request entity too large.");
	}),
	testCase("an upload with a wrong argument is kind \"argument\" and names it; nothing is sent", against("upload"), async ({ client }, context) => {
		for (const [options, error] of [
			[{ client: {} }, "client must be a RecordsClient"], [{ collection: "" }, "collection is required"], [{ field: "" }, "field must be the name of a field"], [{ field: 'a"b' }, "field must be the name of a field"],
			[{ filename: "" }, "filename must have 1 to 100 characters"], [{ filename: 'a"b' }, "filename must have"], [{ filename: "a\r\nb" }, "filename must have"], [{ filename: "a/b" }, "filename must have"], [{ filename: "a\x7f" }, "filename must have"], [{ filename: "a\x85b" }, "filename must have"], [{ filename: "\x9f" }, "filename must have"],
			[{ field: "files-" }, "field must be the name of a field"], [{ field: "+files+" }, "field must be the name of a field"], [{ signal: 5 }, "options.signal must be of type object"], [{ field: undefined }, "field must be the name of a field"], [{ filename: undefined }, "filename must have 1 to 100 characters"],
			[{ length: 0 }, "length must be a whole number from 1"], [{ length: 1.5 }, "length must be"], [{ length: undefined }, "length must be"], [{ recordId: "" }, "recordId is required"], [{ record: { value: NaN } }, "record.value is not a finite number"], [{ record: new Map() }, "record must be data, not of class Map"],
			[{ record: new Uint8Array(2) }, "record must be data, not a TypedArray or DataView"], [{ record: Promise.resolve({}) }, "record must be data, not a promise: await it"], [{ record: { a: new Set() } }, "record.a must be data, not of class Set"],
			[{ buffer: 63 }, "buffer must be a whole number from 64 to 65536"], [{ filenam: "a" }, "did you mean options.filename?"], [{ record: [] }, "options.record must be of type object"], [{ record: { value: 1n } }, "record can't be written as JSON"], [{ signal: {} }, "options.signal must be an AbortSignal"]
		] as const) {
			const response = await send(client, options as unknown as Partial<UploadOptions>);
			context.equal(response.kind, "argument", error);
			context.ok(response.error.includes(error), `${response.error}, not ${error}`);
		}
		context.equal((await send(client, {}, "read" as never)).error, "read must be a function");
		context.equal(client.stats().requests, 0, "requests");
	})
];
