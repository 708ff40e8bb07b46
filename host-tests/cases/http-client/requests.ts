import type { HTTPRequest } from "../../../lib/platform.js";
import type { Scenes } from "./index.js";
import { Recorder, type Scene } from "./recorder.js";

/** A POST whose body arrives whole, however small the pieces that fit. */
function posted(length: number): Scene {
	return async (stage, context) => {
		let left = length;
		let fits = true;
		const recorder = new Recorder({
			method: "POST",
			path: stage.path("/body"),
			headers: new Map([["content-type", "text/plain"], ["content-length", String(length)]]),
			onWritable(this: HTTPRequest, count) {
				fits &&= count > 0 && count <= left;
				const piece = new Uint8Array(count < left ? count : left).fill(120);
				left -= piece.length;
				this.write(piece);
			}
		}).send(stage.client());
		await stage.done(recorder);
		context.equal(recorder.status, 200);
		context.ok(fits, "onWritable announces no more than the body has left");
		const [seen] = await stage.seen();
		context.equal(seen?.method, "POST");
		context.equal(seen?.bodyBytes, length);
		context.equal(seen?.body, length > 2048 ? "" : "x".repeat(length));
	};
}

/** What a client sends. */
export const requests: Scenes = {
	"sends method, path and header fields": ["keep", async (stage, context) => {
		const recorder = stage.get(stage.client(), {
			method: "DELETE",
			path: stage.path("/some/where?a=b%20c"),
			headers: new Map([["x-one", "1"], ["accept", "application/json"]])
		});
		await stage.done(recorder);
		const [seen] = await stage.seen();
		context.equal(seen?.method, "DELETE");
		context.equal(seen?.path, "/some/where?a=b%20c");
		const field = (wanted: string): string | undefined => seen?.fields.find(([name]) => name.toLowerCase() === wanted)?.[1];
		context.equal(field("x-one"), "1");
		context.equal(field("accept"), "application/json");
	}],
	"names host and port, as a server needs them to build links": ["keep", async (stage, context) => {
		await stage.done(stage.get());
		const [seen] = await stage.seen();
		const hosts = seen?.fields.filter(([name]) => name.toLowerCase() === "host") ?? [];
		context.equal(hosts.length, 1);
		context.equal(hosts[0]?.[1], `${stage.host}:${stage.port}`);
	}],
	"sends a body": ["keep", posted(20)],
	"sends a body of 20,000 bytes as it fits": ["keep", posted(20_000)],
	"asks for no body when the length is 0": ["keep", async (stage, context) => {
		let asked = 0;
		const recorder = stage.get(stage.client(), { method: "POST", headers: new Map([["content-length", "0"]]), onWritable: () => asked++ });
		await stage.done(recorder);
		context.equal(asked, 0);
	}],
	"takes inherited options": ["keep", async (stage, context) => {
		const recorder = new Recorder({ method: "DELETE", path: stage.path("/inherited") });
		const options = Object.create(recorder.options) as typeof recorder.options;
		recorder.request = stage.client().request(options);
		await stage.done(recorder);
		context.equal((await stage.seen())[0]?.method, "DELETE");
	}],
	"sends requests in order, over one connection": ["keep", async (stage, context) => {
		const client = stage.client();
		const recorders = [1, 2, 3].map((number) => stage.get(client, { path: stage.path(`/${number}`) }));
		for (const recorder of recorders)
			await stage.done(recorder);
		context.equal(recorders.map(({ body }) => body).join(), '{"id":"answer-1"},{"id":"answer-2"},{"id":"answer-3"}');
		const seen = await stage.seen();
		context.equal(seen.map(({ path, connection }) => path + connection).join(), "/11,/21,/31");
	}],
	"a request made in onDone goes over the same connection": ["keep", async (stage, context) => {
		const client = stage.client();
		const second = new Recorder({ path: stage.path("/second") });
		stage.get(client, { onDone: () => void second.send(client) });
		await stage.done(second);
		context.equal(second.body, '{"id":"answer-2"}');
		context.equal((await stage.seen())[1]?.connection, 1);
	}]
};
