import type { Scenes } from "./index.js";
import { Recorder, type Scene } from "./recorder.js";

/** A body that is not all there must never look like one that is. */
const truncated: Scene = async (stage) => {
	const recorder = stage.get();
	await stage.failed(recorder);
};

/** After an answer the server ends the connection; whoever asks next is told, and before long. */
const idle: Scene = async (stage, context) => {
	const client = stage.client();
	await stage.done(stage.get(client));
	await context.sleep(200);
	if (stage.errors > 0)
		return;
	const late = stage.get(client);
	await stage.until(() => late.outcome !== undefined || stage.errors > 0);
	context.ok(late.outcome instanceof Error || stage.errors > 0, "onError, or onDone with an error");
};

/** A client whose connection has ended is of no more use, and says so. */
const afterEnd: Scene = async (stage, context) => {
	const client = stage.client();
	await stage.done(stage.get(client));
	context.ok(await stage.until(() => stage.errors === 1), "onError is called");
	const late = new Recorder({ path: stage.path() });
	let refused = false;
	try {
		late.send(client);
	}
	catch {
		refused = true;
	}
	context.ok(refused || await stage.until(() => late.outcome instanceof Error), "request() throws, or onDone gets an error");
};

/** Ends of connections, and what they end. */
export const endings: Scenes = {
	"a body cut off is an error": ["cut-sized.70", truncated],
	"a chunked body cut off is an error": ["cut-chunked.60", truncated],
	"a head cut off is an error": ["cut-sized.20", truncated],
	"a connection closed without an answer is an error": ["first-closes", truncated],
	"a connection reset without an answer is an error": ["first-resets", truncated],
	"an error says what happened": ["first-closes", async (stage, context) => {
		const recorder = stage.get();
		await stage.failed(recorder);
		context.ok(recorder.outcome instanceof Error && recorder.outcome.message !== "", "a message");
	}],
	"a refused connection is an error": ["refused", async (stage, context) => {
		const recorder = stage.get(stage.client(1));
		await stage.failed(recorder);
		context.ok(await stage.until(() => stage.errors === 1), "onError is called once");
	}],
	"every request of a connection that ends gets its error, in order, before onError": ["first-closes", async (stage, context) => {
		const client = stage.client();
		const order: string[] = [];
		for (const name of ["first", "second", "third"])
			stage.get(client, { onDone: (error) => void order.push(`${name} ${error === null ? "done" : "error"} ${stage.errors}`) });
		context.ok(await stage.until(() => stage.errors === 1), "onError is called");
		context.equal(order.join(), "first error 0,second error 0,third error 0");
	}],
	"tells that the server closed an idle connection": ["idle-close", idle],
	"tells that the server reset an idle connection": ["idle-reset", idle],
	"refuses a request after the server closed an idle connection": ["idle-close", afterEnd]
};
