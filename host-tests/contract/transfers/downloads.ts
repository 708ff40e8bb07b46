import { AbortController } from "records-client/abort";
import { download, type DownloadOptions } from "records-client/files";
import type { RequestSender } from "../../../lib/call-options.js";
import type { RecordsClient } from "../../../lib/client.js";
import type { Limits } from "../../../lib/client-limits.js";
import type { ClientResponse, Kind } from "../../../lib/response.js";
import type { Signal } from "../../../lib/shared/signal.js";
import { type Case, type Context, testCase } from "../case.js";
import { raise } from "../thrown.js";
import { ANSWERED } from "../patience.js";
import { ODD_VALUES } from "../../../tools/odd-values.js";
import { against, offeredUrl, Scene } from "../wire/scene.js";
import { AT_ONCE, Checked, doubles, fetchScripted, LENGTH, send } from "./scene.js";
import { failed, notSent } from "../spec/devices.js";

/** The file comes whole, and the client works on. */
async function completes(context: Context, script: string, options: Partial<DownloadOptions> = {}, limits: object = AT_ONCE): Promise<Scene> {
	const scene = new Scene(context, script, { body: 256, ...limits });
	const { file, response } = await fetchScripted(scene.client, options);
	context.equal(response.error, "", `${script}: error`);
	context.equal(response.body, `{"length":${LENGTH}}`, "body");
	file.expect(context);
	await scene.expectNext(script);
	return scene;
}

/** The download ends with a failure after so many bytes, all of them right, and the client works on. */
async function fails(context: Context, script: string, kind: Kind, error: string, bytes?: number, options: Partial<DownloadOptions> = {}): Promise<void> {
	const scene = new Scene(context, script, AT_ONCE);
	const { file, response } = await fetchScripted(scene.client, options);
	context.equal(response.kind, kind, `${script}: kind (${response.error})`);
	context.ok(response.error.includes(error), `${script}: ${response.error}`);
	context.equal(response.body, kind === "http" ? response.body : "", "body");
	context.equal(file.fault, "", "what came");
	if (bytes !== undefined)
		context.equal(file.count, bytes, `${script}: bytes`);
	await scene.expectNext(script);
}

/** Bytes of the scripted answer's head. */
const HEAD = 127;

/** A pause that outlasts the test runner. */
const FOR_EVER: Partial<Limits> = Object.freeze({ retryBase: 0x3fffffff, retryMaximum: 0x3fffffff });

/** Downloads, answered by the scripted peer. */
export const downloadCases: readonly Case[] = [
	testCase("a download, and an upload, which may have been done, that is aborted in the pause before its next attempt ends at once", async (context) => {
		for (const [begin, error] of [
			[async (client: RecordsClient, signal: Signal) => (await fetchScripted(client, { signal })).response, "the call was aborted"],
			[(client: RecordsClient, signal: Signal) => send(client, { record: { id: "abcdefghij01234" }, signal }), "the call was aborted; the service may have done it"]
		] as const) {
			const scene = new Scene(context, "nothing", FOR_EVER);
			const controller = new AbortController();
			const begun = begin(scene.client, controller.signal);
			await scene.untilSeen(1);
			// The pause has begun when another request has its answer.
			await scene.expectNext();
			controller.abort();
			const response = await begun;
			context.equal(`${response.kind}: ${response.error}`, `closed: ${error}`);
			context.equal((await scene.observe()).requests.length, 2, "requests");
		}
	}),
	testCase("download hands over each byte once, in order, with limits.body far below the file, over one connection", async (context) => {
		for (const buffer of [64, 1000, 1460, 65_536]) {
			const scene = await completes(context, "file", { buffer, length: LENGTH });
			const { requests } = await scene.expectConnections(1);
			context.equal(requests[0].path, "/api/files/pictures/one/door.jpg", "path");
			context.ok(!/range/i.test(requests[0].head), "nothing is asked of a range at first");
		}
	}),
	testCase("download takes pieces of any size", async (context) => {
		for (const piece of [7, 100, 1460])
			await completes(context, `file~${piece}`, { buffer: 512 });
	}),
	testCase("download goes on with the first byte that is missing, wherever an answer is cut or reset", async (context) => {
		const step = context.step ?? 997;
		for (const script of ["file-cut", "file-reset"]) {
			// Each answer is cut there; with a head alone nothing is gained.
			for (let at = HEAD + 1500; at < LENGTH + 200; at += step)
				await completes(context, `${script}.${at}`);
		}
	}),
	testCase("download asks for the rest with what says that the file is the same: a strong ETag, else its date", async (context) => {
		for (const [script, validator] of [["file-etag.9000", '"one"'], ["file-cut.9000", "Sat, 21 Nov 2026 07:00:00 GMT"]] as const) {
			const scene = await completes(context, script);
			const { requests } = await scene.observe();
			const [, second] = requests;
			context.ok(new RegExp(`\\r\\nrange: bytes=\\d+-\\r\\nif-range: ${validator}$`).test(second.head), second.head);
		}
	}),
	testCase("a download that is cut without a strong ETag or a date is not put together of two answers", async (context) => {
		for (const script of ["file-unversioned.9000", "file-weak.9000"])
			await fails(context, script, "protocol", "response ended early");
	}),
	testCase("a download ends where the file has changed, or another part is sent than was asked for", async (context) => {
		const begun = "the service begins the file again: it has changed";
		const other = "the service sends another part of the file than was asked for";
		for (const [script, error] of [
			["file-changed", begun], ["file-longer", begun], ["file-without-range", "the service or a proxy sends no parts of a file (Range)"], ["file-changed-part", "the file has changed"], ["file-other-part", other], ["file-other-length", other],
			["file-past-end", other], ["file-no-range", other]
		] as const)
			await fails(context, script, "protocol", error);
		await fails(context, "file-unsatisfiable", "http", "invalid range");
		await fails(context, "file-gone", "http", "wasn't found");
	}),
	testCase("download asks for the file as it is, and takes no other: neither a compressed one nor a part of one", async (context) => {
		await completes(context, "file-compressed");
		await completes(context, "file-identity");
		const error = "the answer is not the file itself (content-encoding: gzip)";
		await fails(context, "file-gzip", "protocol", error, 0);
		await fails(context, "file-gzip-part", "protocol", error);
		const scene = new Scene(context, "file-gzip-unversioned", AT_ONCE);
		for (let turn = 0; turn < 3; turn++)
			context.equal((await fetchScripted(scene.client)).response.error, error, "a head that is known");
	}),
	testCase("a file whose head has come before is known by its ETag, too", against("file-etag-again", AT_ONCE), async (scene, context) => {
		for (let turn = 0; turn < 2; turn++) {
			const { file, response } = await fetchScripted(scene.client);
			context.equal(response.error, "", "error");
			file.expect(context);
		}
	}),
	testCase("a download takes no byte past the end of the file", async (context) => {
		await fails(context, "file-too-long", "protocol", "the answer is longer than it says");
	}),
	testCase("a download asks again for what an answer lacks, whether the answer says so or not", async (context) => {
		await completes(context, "file-parts.5000");
		await completes(context, "file-short.5000");
	}),
	testCase("a download refuses an answer that does not say how long the file is, a part that nobody asked for, a web page, and another length than is expected", async (context) => {
		const length = "the answer does not say how long the file is";
		await fails(context, "file-chunked", "protocol", length, 0);
		await fails(context, "file-to-end", "protocol", length, 0);
		await fails(context, "file-part-unasked", "protocol", length, 0);
		await fails(context, "file-html", "protocol", "the answer is a web page", 0);
		await fails(context, "file", "protocol", "the file has 20000 bytes, not 19999", 0, { length: 19_999 });
		await fails(context, "file", "protocol", "the file has 20000 bytes, not 0", 0, { length: 0 });
		await completes(context, "file-html", { filename: "page.html" });
	}),
	testCase("an empty file is a download of no bytes", async (context) => {
		const { file, response } = await fetchScripted(new Scene(context, "file-empty").client);
		context.equal(response.error, "", "error");
		context.equal(response.body, '{"length":0}', "body");
		context.equal(file.count, 0, "bytes");
	}),
	testCase("a download that gains nothing is given up after limits.retries repeats, and gateways' errors are among them", async (context) => {
		for (const retries of [0, 2]) {
			const scene = new Scene(context, `file-cut.${HEAD - 20}`, { ...AT_ONCE, retries });
			const { response } = await fetchScripted(scene.client);
			context.equal(response.kind, "protocol", response.error);
			context.equal((await scene.observe()).requests.length, retries + 1, "requests");
		}
		await completes(context, "file-down.5000");
		const scene = new Scene(context, "file-cut.5000", { ...AT_ONCE, retries: 0 });
		context.equal((await fetchScripted(scene.client)).response.error, "response ended early", "without repeats");
	}),
	testCase("a download goes on as long as attempts bring bytes, however often one between them has failed", async (context) => {
		// 3,000 bytes a time, with two failures in a row behind each.
		await completes(context, "file-shy.2");
		const scene = new Scene(context, "file-shy.3", AT_ONCE);
		context.equal((await fetchScripted(scene.client)).response.kind, "connect", "one failure more");
		context.equal((await scene.observe()).requests.length, 4, "requests");
	}),
	testCase("a download and an upload that nobody answers have limits.retries repeats in all", async (context) => {
		for (const retries of [0, 2]) {
			const scene = new Scene(context, "closes.99", { ...AT_ONCE, retries });
			context.equal((await fetchScripted(scene.client)).response.kind, "connect", "kind");
			context.equal((await scene.observe()).requests.length, retries + 1, "requests");
			const tokens = new Scene(context, "closes.99", { ...AT_ONCE, retries });
			context.equal((await fetchScripted(tokens.client, { isProtected: true })).response.kind, "connect", "kind");
			context.equal((await tokens.observe()).requests.length, retries + 1, "requests of a token");
			const baseUrl = await offeredUrl(context, "refused");
			const client = context.client({ baseUrl, limits: { ...AT_ONCE, retries } });
			context.equal((await fetchScripted(client)).response.kind, "connect", "kind");
			context.equal(client.stats().connections, retries + 1, "connections of the download");
			context.equal((await send(client)).kind, "connect", "kind");
			context.equal(client.stats().connections, 2 * (retries + 1), "connections of both");
		}
	}),
	testCase("a download waits where a limit on the rate asks for it, and goes on", async (context) => {
		await completes(context, "file-refused");
	}),
	testCase("a download whose connection a proxy has forgotten goes on over another", against("file-forgotten", { ...AT_ONCE, firstByte: ANSWERED }), async (scene, context) => {
		const first = await fetchScripted(scene.client, { length: 5000 });
		context.equal(first.response.error, "", "the first");
		const { file, response } = await fetchScripted(scene.client);
		context.equal(response.error, "", "the second");
		file.expect(context);
	}),
	testCase("a download whose client does not stream is kind \"argument\", and never ok", against("file"), async ({ client }, context) => {
		for (const { double, error } of doubles(client)) {
			for (const isProtected of [false, true]) {
				const response = await download({ client: double, collection: "pictures", recordId: "one", filename: "door.jpg", isProtected }, () => undefined);
				notSent(context, response, error);
			}
		}
		// One that forgets it later.
		const half = new Scene(context, "file-cut.5000", AT_ONCE);
		let asked = 0;
		const forgetful = { sendEx: (...given: Parameters<typeof client.sendEx>) => half.client.sendEx(given[0], given[1], given[2], ++asked === 1 ? given[3] : {}) };
		const response = await download({ client: forgetful, collection: "pictures", recordId: "one", filename: "door.jpg" }, () => undefined);
		context.equal(response.ok, false, response.error);
	}),
	testCase("a download goes on with the options that it was called with", async (context) => {
		const asked: string[] = [];
		const answer = { ok: true, kind: "", error: "", statusCode: 200, body: '{"token":"t"}', json: () => ({ token: "t" }) } as unknown as ClientResponse;
		const double: RequestSender = {
			sendEx(_method, path) {
				asked.push(path);
				return Promise.resolve(answer);
			}
		};
		const options = { client: double, collection: "pictures", recordId: "one", filename: "door.jpg", thumb: "10x10", isProtected: true };
		const fetched = download(options, () => undefined);
		options.thumb = "20x20";
		await fetched;
		context.equal(asked[1], "/api/files/pictures/one/door.jpg?thumb=10x10&token=t", "path");
	}),
	testCase("write may throw anything, and reject with anything", async (context) => {
		for (const [name, make] of Object.entries(ODD_VALUES)) {
			const thrown = make();
			const { client } = new Scene(context, "file", AT_ONCE);
			// eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- an app may
			for (const end of [() => Promise.reject(thrown), () => ({ get then() { throw thrown; } }), () => raise(thrown)]) {
				const response = await download({ client, collection: "pictures", recordId: "one", filename: "door.jpg" }, end);
				context.equal(response.kind, "closed", name);
				context.ok(response.error.startsWith("write has thrown: ") && response.error.length > 18, `${name}: ${response.error}`);
			}
		}
	}),
	testCase("a download that stands still for limits.idle goes on, also where write has waited before", async (context) => {
		const limits = { ...AT_ONCE, idle: ANSWERED };
		const { client } = new Scene(context, "file-stalled.5000", limits);
		const file = new Checked();
		const [{ error }] = await Promise.all([
			download({ client, collection: "pictures", recordId: "one", filename: "door.jpg" }, async (bytes, position, length) => {
				file.write(bytes, position, length);
				await context.sleep(0);
			}),
			completes(context, "file-stalled.5000", {}, limits)
		]);
		context.equal(error, "", "error");
		file.expect(context);
	}),
	testCase("a promise from write is awaited before the next part, and limits.timeout does not count meanwhile", against("file~5000", { timeout: ANSWERED, idle: ANSWERED }), async (scene, context) => {
		let waiting = 0, parts = 0;
		const response = await download({ client: scene.client, collection: "pictures", recordId: "one", filename: "door.jpg" }, async () => {
			context.equal(++waiting, 1, "parts at a time");
			if (++parts === 3)
				await context.sleep(ANSWERED + 1000);
			await context.sleep(0);
			waiting--;
		});
		context.equal(response.error, "", "error");
		await scene.expectConnections(1);
	}),
	testCase("another request goes first while write waits for it, and the download goes on behind it", against("file~3000", AT_ONCE), async (scene, context) => {
		const file = new Checked();
		let parts = 0;
		const response = await download({ client: scene.client, collection: "pictures", recordId: "one", filename: "door.jpg" }, async (bytes, position, length) => {
			file.write(bytes, position, length);
			if (parts++ % 4 === 0)
				context.equal((await scene.client.createEx("{}")).error, "", "the request between");
		});
		context.equal(response.error, "", "error");
		file.expect(context);
	}),
	testCase("write ends a download by false, at once or by a promise, and by what it throws; the client is usable", async (context) => {
		for (const [end, error] of [
			[() => false, "write has ended the download"], [() => Promise.resolve(false), "write has ended the download"],
			[() => raise(new Error("full")), "write has thrown: full"], [() => Promise.reject(new Error("full")), "write has thrown: full"]
		] as const) {
			const scene = new Scene(context, "file", AT_ONCE);
			let parts = 0;
			const response = await download({ client: scene.client, collection: "pictures", recordId: "one", filename: "door.jpg" }, () => ++parts === 3 ? end() : undefined);
			failed(context, response, "closed", 0, error);
			context.equal(parts, 3, "parts");
			await scene.expectNext();
		}
	}),
	testCase("a download ends by its signal, and by close in write: it is kind \"closed\" and hands over no more, though the whole file has come", async (context) => {
		const ends: readonly ((client: RecordsClient, controller: AbortController) => unknown)[] = [
			(_, controller) => controller.abort(), (_, controller) => Promise.resolve().then(() => controller.abort()), (client) => client.close()
		];
		for (const [index, end] of ends.entries()) {
			for (const [script, last, buffer] of [["file", 1, 64], ["file", 3, 1000], ["file", 1, 65_536], ["file-stalled.5000", 2, 1460]] as const) {
				const { client } = new Scene(context, script, AT_ONCE);
				const controller = new AbortController();
				let parts = 0;
				const { error, kind } = await download({ client, collection: "pictures", recordId: "one", filename: "door.jpg", buffer, signal: controller.signal }, () => ++parts === last ? end(client, controller) : undefined);
				context.equal(kind, "closed", `${index}, ${script}, ${buffer}: ${error}`);
				context.equal(error === "the call was aborted", index < 2, error);
				await context.sleep(50);
				context.equal(parts, last, "parts");
				client.close();
			}
		}
	}),
	testCase("a download with a wrong argument is kind \"argument\" and names it; nothing is sent", against("file"), async ({ client }, context) => {
		const good = { client, collection: "pictures", recordId: "one", filename: "door.jpg" };
		const write = (): void => undefined;
		for (const [options, error] of [
			[{ ...good, client: {} }, "client must be a RecordsClient"], [{ ...good, collection: "" }, "collection is required"], [{ ...good, recordId: undefined }, "recordId is required"],
			[{ ...good, filename: "../x" }, "filename must not hold a segment . or .."], [{ ...good, filename: "a\nb" }, "must not hold CR, LF or NUL"], [{ ...good, thumb: 5 }, "thumb must be text"],
			[{ ...good, length: -1 }, "length must be a whole number"], [{ ...good, buffer: 10 }, "buffer must be a whole number from 64 to 65536"], [{ ...good, isprotected: true }, "did you mean options.isProtected?"],
			[null, "options must be of type object"]
		] as const) {
			const response = await download(options as DownloadOptions, write);
			context.equal(response.kind, "argument", "kind");
			context.ok(response.error.includes(error), `${response.error}, not ${error}`);
		}
		context.equal((await download(good, undefined as never)).error, "write must be a function");
		context.equal(client.stats().requests, 0, "requests");
	})
];
