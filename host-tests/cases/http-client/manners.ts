import type { HTTPClient, HTTPClientOptions } from "../../../lib/platform.js";
import type { Context } from "../case.js";
import type { Scenes } from "./index.js";
import { Recorder, type Scene, type Stage } from "./recorder.js";

/** Closes the client in a callback; nothing may be called back after that. */
function closesIn(callback: "onHeaders" | "onReadable" | "onDone" | "onWritable", script = "sized"): readonly [string, Scene] {
	return [script, async (stage, context) => {
		const client = stage.client();
		const late: string[] = [];
		let closed = false;
		const note = (name: string): void => {
			if (closed)
				late.push(name);
			if (name !== callback || closed)
				return;
			client.close();
			closed = true;
		};
		client.request({
			path: stage.path(),
			...callback === "onWritable" ? { method: "POST", headers: new Map([["content-length", "4"]]) } : {},
			onWritable: () => note("onWritable"),
			onHeaders: () => note("onHeaders"),
			onReadable(count) {
				note("onReadable");
				if (!closed)
					this.read(count);
			},
			onDone: () => note("onDone")
		});
		client.request({ path: stage.path(), onHeaders: () => note("next onHeaders"), onDone: () => note("next onDone") });
		context.ok(await stage.until(() => closed), `${callback} is called`);
		await context.sleep(150);
		context.equal(late.join(), "", "called back after close");
		context.equal(stage.errors, 0, "calls of onError");
	}];
}

/** Reads as little at a time as it likes, in callbacks and between them. */
async function slowly(stage: Stage, context: Context): Promise<void> {
	const recorder = new Recorder({ path: stage.path(), onReadable: () => undefined });
	recorder.send(stage.client());
	await stage.until(() => recorder.status === 200);
	await context.sleep(100);
	context.equal(recorder.outcome, undefined, "is not done before its body is read");
	const piece = new Uint8Array(7);
	let total = 0;
	await stage.until(() => {
		for (;;) {
			const count = recorder.outcome === undefined ? recorder.request?.read(piece) : undefined;
			if (typeof count !== "number" || count <= 0)
				return recorder.outcome !== undefined;
			total += count;
			if (total === 1000)
				return false;
		}
	});
	await stage.done(recorder);
	context.equal(total, 1000);
}

/** Without a host there is nothing to connect to: the constructor says so. */
function needsHost({ provider, port }: Stage, context: Context): Promise<void> {
	let thrown: unknown;
	let made: HTTPClient | undefined;
	try {
		made = new provider.io({ ...provider, port } as unknown as HTTPClientOptions);
	}
	catch (error) {
		thrown = error;
	}
	made?.close();
	context.ok(thrown instanceof Error, "throws");
	return Promise.resolve();
}

/** The rules of the base class pattern. */
export const manners: Scenes = {
	"callbacks have their request as this": ["sized", async (stage, context) => {
		const recorder = stage.get();
		await stage.done(recorder);
		context.ok(recorder.own, "this is the request");
	}],
	"nothing is called back inside request()": ["keep", async (stage, context) => {
		const client = stage.client();
		for (let number = 1; number <= 2; number++) {
			let inside = true;
			let early = false;
			const note = (): void => {
				early ||= inside;
			};
			const recorder = new Recorder({ path: stage.path(), onWritable: note });
			const { onHeaders, onDone } = recorder.options;
			recorder.request = client.request({
				...recorder.options,
				onHeaders(status, headers) {
					note();
					onHeaders?.call(this, status, headers);
				},
				onDone(error) {
					note();
					onDone?.call(this, error);
				}
			});
			inside = false;
			await stage.done(recorder);
			context.ok(!early, "called back later");
		}
	}],
	"leaves the options of a request as they are": ["keep", async (stage, context) => {
		const headers = new Map([["x-one", "1"]]);
		const options = Object.freeze({ path: stage.path(), headers });
		const recorder = new Recorder(options);
		Object.freeze(recorder.options);
		recorder.send(stage.client());
		await stage.done(recorder);
		context.equal([...headers].join(), "x-one,1");
	}],
	"close can be called twice, and before the connection is open": ["keep", async (stage, context) => {
		const client = stage.client();
		const recorder = stage.get(client);
		client.close();
		client.close();
		await context.sleep(150);
		context.equal(recorder.events.join(), "");
		context.equal(stage.errors, 0);
	}],
	"close() while the answer is awaited drops the request": ["silent", async (stage, context) => {
		const client = stage.client();
		const recorder = stage.get(client);
		await context.sleep(150);
		client.close();
		await context.sleep(150);
		context.equal(recorder.events.join(), "");
		context.equal(stage.errors, 0);
	}],
	"can be closed in onWritable": closesIn("onWritable", "keep"),
	"can be closed in onHeaders": closesIn("onHeaders"),
	"can be closed in onReadable": closesIn("onReadable"),
	"can be closed in onDone": closesIn("onDone"),
	"reads a body in small pieces, later": ["large.1000", slowly],
	"needs a host": ["keep", needsHost]
};
