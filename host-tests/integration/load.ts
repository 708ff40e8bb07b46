import { setTimeout as wait } from "node:timers/promises";
import type { ClientResponse, RecordsClient } from "records-client";

/** What a call may come to when the service is killed. */
const honest: readonly string[] = ["", "connect", "protocol"];
/** Milliseconds before the next call when one has failed. */
const rest = 5;
const page = 500;

/** Calls one after the other, creates, updates and lists, and what each was said to have come to. */
export class Load {
	calls = 0;
	failures = 0;
	readonly #client: RecordsClient;
	readonly #name: string;
	readonly #id: string;
	readonly #initial: number;
	/** Creates by their number: whether they were said to be done. */
	readonly #creates: boolean[] = [];
	readonly #updates = { done: 0, asked: 0 };
	readonly #lies: string[] = [];
	#running = true;

	/**
	 * @param client logged in, its collection selected
	 * @param name what its records have as `sensor`
	 * @param id of a record that it alone changes
	 * @param initial that record's value
	 */
	constructor(client: RecordsClient, name: string, id: string, initial: number) {
		this.#client = client;
		this.#name = name;
		this.#id = id;
		this.#initial = initial;
	}

	/** Goes on until `stop`. */
	async run(): Promise<void> {
		while (this.#running) {
			const value = this.#creates.length;
			this.#creates.push((await this.#ask(this.#client.createEx(JSON.stringify({ sensor: this.#name, value })))).ok);
			this.#updates.asked++;
			if ((await this.#ask(this.#client.updateEx(this.#id, '{"value+":1}'))).ok)
				this.#updates.done++;
			const list = await this.#ask(this.#client.getListEx(1, 3, "-value", `sensor = '${this.#name}'`, "1", null, "value"));
			if (list.ok && this.#creates[value] && (JSON.parse(list.body) as { items: { value: number }[] }).items[0].value !== value)
				this.#lies.push(`${this.#name}: the list lacks create ${value}`);
		}
	}

	stop(): void {
		this.#running = false;
	}

	/** Compares what was said with what the service has. Returns what does not agree. */
	async lies(observer: RecordsClient): Promise<string[]> {
		const counts = new Map<number, number>();
		for (let number = 1, full = true; full; number++) {
			const { items } = JSON.parse(await observer.getList(number, page, "created,id", `sensor = '${this.#name}'`, "1", null, "value")) as { items: { value: number }[] };
			for (const { value } of items)
				counts.set(value, (counts.get(value) ?? 0) + 1);
			full = items.length === page;
		}
		const wrong = this.#creates.flatMap((done, value) => {
			const count = counts.get(value) ?? 0;
			return count > 1 || (done && count === 0) ? [`${this.#name}: create ${value}, ${done ? "done" : "failed"}, is there ${count} times`] : [];
		});
		const applied = (JSON.parse(await observer.getOne(this.#id)) as { value: number }).value - this.#initial;
		if (applied < this.#updates.done || applied > this.#updates.asked)
			wrong.push(`${this.#name}: ${this.#updates.done} of ${this.#updates.asked} updates were done, ${applied} are there`);
		return [...this.#lies, ...wrong];
	}

	async #ask(call: Promise<ClientResponse>): Promise<ClientResponse> {
		const response = await call;
		const { ok, kind, statusCode, error } = response;
		this.calls++;
		if (!honest.includes(kind) || ok !== (kind === "") || (!ok && (statusCode !== 0 || error === "")))
			this.#lies.push(`${this.#name}: kind "${kind}", status ${statusCode}, error "${error}"`);
		if (!ok) {
			this.failures++;
			await wait(rest);
		}
		return response;
	}
}
