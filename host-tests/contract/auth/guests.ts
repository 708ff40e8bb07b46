import { LiveRecords } from "records-client/live";
import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { Own } from "./accepted.js";
import { REJECTED } from "./scene.js";

/** A note of a device's own collections. */
interface Note {
	readonly id: string;
	readonly text: string;
}

/** Live notes of a case, and what they have told. */
class Notes {
	/** The last text of each note, and how often a note was told. */
	readonly texts = new Map<string, string>();
	told = 0;
	readonly states: string[] = [];
	readonly live: LiveRecords<Note>;
	readonly #context: Context;

	constructor(context: Context, client: RecordsClient, collection: string, stream = false) {
		this.#context = context;
		this.live = new LiveRecords<Note>({
			client, collection, stream, every: 1_000_000,
			onRecord: ({ id, text }) => {
				this.told++;
				this.texts.set(id, text);
			},
			onState: (part, { kind, statusCode }) => this.states.push(`${part} ${kind} ${statusCode}`)
		});
	}

	/** Polls, and waits until that has ended, and what follows it at once. */
	async poll(): Promise<void> {
		for (let round = 0; round < 2; round++) {
			this.live.poll();
			await this.#context.sleep(1);
			await this.live.reconcile([]);
		}
	}

	async until(done: () => boolean): Promise<void> {
		while (!done())
			await this.#context.sleep(10);
	}
}

/** A case whose live notes are closed when it ends. */
function watching(run: (context: Context, own: Own, watch: (client: RecordsClient, collection: string, stream?: boolean) => Notes) => Promise<void>): Case["run"] {
	return async (context) => {
		const all: Notes[] = [];
		try {
			await run(context, await Own.make(context), (client, collection, stream) => {
				const notes = new Notes(context, client, collection, stream);
				all.push(notes);
				return notes;
			});
		}
		finally {
			for (const { live } of all)
				live.close();
		}
	};
}

function idOf(response: ClientResponse): string {
	return (JSON.parse(response.body) as Note).id;
}

/** Makes notes, and returns their ids. */
async function make(own: Own, client: RecordsClient, collection: string, count: number, fields: object): Promise<string[]> {
	const ids: string[] = [];
	for (let number = 1; number <= count; number++) {
		const made = await client.collection(collection).createEx({ text: `${number}`, ...fields });
		own.ok(made, "a note");
		ids.push(idOf(made));
	}
	return ids;
}

/** Live records of a client that the service takes for a guest without a word: its token was revoked. */
export const guestCases: readonly Case[] = [
	...[true, false].map((logsIn) => testCase(`reconcile of live records whose client has become a guest ${logsIn ? "logs in and names what is gone" : "names nothing as gone and says why"}`, watching(async (context, own, watch) => {
		const client = await own.loggedIn(logsIn ? { credentials: own.credentials } : {});
		for (const [collection, fields] of [[own.account.notes, {}], [own.account.open, { public: false }]] as const) {
			const other = await own.loggedIn();
			const ids = await make(own, other, collection, 5, fields);
			// What a guest sees of the collection.
			if (collection === own.account.open)
				await make(own, other, collection, 1, { public: true });
			const notes = watch(client, collection);
			await notes.until(() => notes.told >= ids.length);
			own.ok(await client.collection(collection).getListEx(1, 1, null, "text = 'none'"), "an empty list is believed from now on");
			own.ok(await other.collection(collection).getOneEx(ids[0]), "the other's note");
			const { gone: none, response: good } = await notes.live.reconcile(ids);
			context.equal(good.error, "");
			context.equal(none.join(), "", "nothing is gone");
			await own.tell("own.revoke");
			const { gone, response } = await notes.live.reconcile(["nobody", ...ids]);
			context.equal(gone.join(), logsIn ? "nobody" : "", collection);
			context.equal(response.kind, logsIn ? "" : "auth");
			if (!logsIn) {
				context.ok(response.error.startsWith(REJECTED), response.error);
				await client.collection(own.account.collection).authWithPassword(own.account.identity, own.credentials.password);
				context.equal((await notes.live.reconcile(["nobody", ...ids])).gone.join(), "nobody", "after the log-in");
			}
			notes.live.close();
		}
	}))),
	testCase("live records tell what a guest was not shown, once the client is logged in again, whatever was told meanwhile", watching(async (context, own, watch) => {
		const { notes: secret, open } = own.account;
		const client = await own.loggedIn();
		await make(own, client, open, 1, { public: false });
		const notes = watch(client, open);
		await notes.until(() => notes.told === 1);
		own.ok(await client.collection(open).getListEx(1, 1, null, "text = 'none'"), "an empty list is believed from now on");
		await own.tell("own.revoke");
		const stranger = own.another({});
		await own.tell("date.3600");
		const [hidden] = await make(own, stranger, open, 1, { public: false });
		// More polls than it takes to learn the time and to believe it.
		for (let round = 0; round < 20; round++) {
			await make(own, stranger, open, 1, { public: true });
			await notes.poll();
		}
		context.equal(notes.texts.has(hidden), false, "what a guest is not shown");
		const refused = await client.collection(secret).createEx({ text: "any" });
		context.ok(refused.error.startsWith(REJECTED), refused.error);
		own.ok(await client.collection(own.account.collection).authWithPassword(own.account.identity, own.credentials.password), "log-in");
		await notes.poll();
		context.ok(notes.texts.has(hidden), "told after the log-in");
		const { told } = notes;
		for (let round = 0; round < 3; round++)
			await notes.poll();
		context.equal(notes.told, told, "and not for ever");
	})),
	testCase("live records whose log-in is refused say so once, however long the next one is off", watching(async (context, own, watch) => {
		const client = own.another({ credentials: { ...own.credentials, password: "a-wrong-password" } });
		const notes = watch(client, own.account.open);
		await notes.until(() => notes.states.length > 0);
		for (let round = 0; round < 3; round++) {
			await context.sleep(1100);
			await notes.poll();
		}
		context.equal(notes.states.join(), "records auth 400");
	})),
	...([["after an empty answer", {}], ["after limits.confirmEvery", { confirmEvery: 1000 }]] as const).map(([when, limits]) => testCase(`live records whose token the service could not confirm ${when} say so, and tell what a guest was not shown after a log-in`, watching(async (context, own, watch) => {
		const collection = "confirmEvery" in limits ? own.account.open : own.account.notes;
		const client = await own.loggedIn({ limits });
		const other = await own.loggedIn();
		await make(own, other, own.account.open, 1, { public: true });
		const notes = watch(client, collection);
		await notes.until(() => notes.states.length === 1);
		await context.sleep(1100);
		await own.tell("own.revoke");
		await own.tell("refresh.page-502.1");
		for (let round = 0; round < 3; round++)
			await notes.poll();
		context.equal(notes.states.join("; "), "records  200; records auth 0");
		const { gone, response } = await notes.live.reconcile(["not-there-123456"]);
		context.equal(`${response.kind}: ${response.error}, ${gone.length} gone`, "auth: the service has not confirmed the token, 0 gone", "a guest is shown less");
		own.ok(await other.collection(own.account.collection).authWithPassword(own.account.identity, own.credentials.password), "the other's log-in");
		const fields = collection === own.account.open ? { public: false } : {};
		const [hidden] = await make(own, other, collection, 1, fields);
		await notes.poll();
		context.equal(notes.texts.has(hidden), false, "what a guest is not shown");
		own.ok(await client.collection(own.account.collection).authWithPassword(own.account.identity, own.credentials.password), "log-in");
		await notes.poll();
		context.ok(notes.texts.has(hidden), "told after the log-in");
		context.equal(notes.states.join("; "), "records  200; records auth 0; records  200");
	}))),
	testCase("live records that began as a guest tell all that a user sees, once there is one, and with a stream what changes then", watching(async (context, own, watch) => {
		const { open } = own.account;
		const other = await own.loggedIn();
		const [hidden] = await make(own, other, open, 1, { public: false });
		const [shown] = await make(own, other, open, 1, { public: true });
		const client = own.another({});
		const notes = watch(client, open, true);
		await notes.until(() => notes.states.length === 2);
		context.equal([...notes.texts.keys()].join(), shown, "as a guest");
		await own.tell("date.3600");
		for (let round = 0; round < 20; round++)
			await notes.poll();
		own.ok(await client.collection(own.account.collection).authWithPassword(own.account.identity, own.credentials.password), "log-in");
		await notes.poll();
		context.ok(notes.texts.has(hidden), "told after the log-in");
		// The service's events reach who was a user when the stream was subscribed. Nothing tells the app when that is.
		for (let change = 1; notes.texts.get(hidden)?.startsWith("changed") !== true; change++) {
			own.ok(await other.collection(open).updateEx(hidden, { text: `changed ${change}` }));
			await context.sleep(100);
		}
	}))
];
