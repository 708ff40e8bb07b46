import type { Case } from "../case.js";
import { Scene } from "./scene.js";

export const queueCases: readonly Case[] = [
	{
		name: "one request is in flight: none is sent before the one before has its answer, and their order is kept",
		async run(context) {
			const scene = new Scene(context, "echo");
			const bodies = [0, 1, 2, 3, 4, 5].map((value) => JSON.stringify({ id: "echo", value }));
			const settled: string[] = [];
			await Promise.all(bodies.map(async (body) => {
				const response = await scene.client.createEx(body);
				settled.push(response.body);
			}));
			context.equal(settled.join(), bodies.join(), "answers, in the order of their coming");
			const { requests } = await scene.expectConnections(1);
			context.equal(requests.map(({ body }) => body).join(), bodies.join(), "requests");
			context.equal(requests.some(({ early }) => early), false, "a request before the answer to the one before");
		}
	},
	{
		name: "one request more than limits.queue is answered \"busy\" and never sent; later there is room again",
		async run(context) {
			const scene = new Scene(context, "echo", { queue: 2 });
			const { client } = scene;
			const all = [1, 2, 3, 4, 5].map((value) => client.createEx({ id: "echo", value }));
			const responses = await Promise.all(all);
			context.equal(responses.map(({ kind }) => kind).join(), ",,,busy,busy", "kinds");
			context.equal(responses.map(({ ok }) => ok).join(), "true,true,true,false,false", "ok");
			context.equal(responses[3].error !== "", true, "error");
			context.equal((await client.createEx({ id: "echo", value: 6 })).body, '{"id":"echo","value":6}', "body");
			const { requests } = await scene.observe();
			context.equal(requests.map(({ body }) => body).join(), [1, 2, 3, 6].map((value) => JSON.stringify({ id: "echo", value })).join(), "requests");
		}
	},
	{
		name: "with limits.queue 0 the one in flight is all there is",
		async run(context) {
			const scene = new Scene(context, "echo", { queue: 0 });
			const responses = await Promise.all([scene.client.createEx({ id: "echo", value: 1 }), scene.client.createEx({ id: "echo", value: 2 })]);
			context.equal(responses.map(({ kind }) => kind).join(), ",busy", "kinds");
			context.equal((await scene.client.createEx({ id: "echo", value: 3 })).ok, true, "ok");
		}
	},
	{
		name: "close() settles the one in flight and those that wait with kind \"closed\", and all that follow",
		async run(context) {
			const scene = new Scene(context, "all-silent");
			const { client } = scene;
			const all = Promise.all([client.createEx("{}"), client.getOneEx("two"), client.getOneEx("three")]);
			await scene.untilSeen(1);
			client.close();
			const responses = [...await all, await client.getOneEx("four")];
			context.equal(responses.map(({ kind }) => kind).join(), "closed,closed,closed,closed", "kinds");
			for (const response of responses)
				scene.expect(response, { kind: "closed" });
			client.close();
			context.equal((await scene.observe()).requests.length, 1, "requests");
		}
	},
	{
		name: "close() before the connection is open settles what waits; nothing is sent",
		async run(context) {
			const scene = new Scene(context, "keep");
			const response = scene.client.createEx("{}");
			scene.client.close();
			scene.expect(await response, { kind: "closed" });
			await context.sleep(50);
			context.equal((await scene.observe()).requests.length, 0, "requests");
		}
	},
	{
		name: "a request made where another's answer is taken is sent after those that wait",
		async run(context) {
			const scene = new Scene(context, "echo");
			const { client } = scene;
			const later = client.createEx({ value: 1 }).then(() => client.createEx({ value: 3 }));
			await Promise.all([client.createEx({ value: 2 }), later]);
			const { requests } = await scene.expectConnections(1);
			context.equal(requests.map(({ body }) => body).join(), '{"value":1},{"value":2},{"value":3}', "requests");
		}
	},
	{
		name: "a request goes to the collection and with the token of its own time",
		async run(context) {
			const scene = new Scene(context, "echo");
			const { client } = scene;
			const all = [client.createEx({ value: 1 }), client.collection("others").createEx({ value: 2 })];
			client.collection("third");
			client.setAuthToken("aaa.bbb.ccc");
			await Promise.all(all);
			const { requests } = await scene.observe();
			context.equal(requests.map(({ path }) => path.split("/")[3]).join(), "readings,others", "collections");
			context.equal(requests[1].head.includes("Bearer aaa.bbb.ccc"), true, "token stored when the request goes out");
		}
	}
];
