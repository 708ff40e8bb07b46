/** Readings and devices in one answer, at most. */
const rowsAtOnce = { readings: 2000, devices: 1000 };
/** Milliseconds for one answer. */
const patience = 60_000;

/** The last reading that was taken over. */
export interface Place {
	/** SQLite's `rowid`; 0 for the beginning. */
	readonly place: number;
	/** Of the reading there; "" at the beginning. */
	readonly id: string;
}

export const beginning: Place = Object.freeze({ place: 0, id: "" });

/** A reading as the database of a service has made it. */
export interface Row extends Place {
	/** JSON. */
	readonly text: string;
	readonly sensor: unknown;
	/** "" where the device did not say when. */
	readonly taken: string;
	readonly created: string;
}

export interface Page {
	readonly rows: readonly Row[];
	/** The place of the service's newest reading. */
	readonly newest: number;
}

/** The feed of a service (kit/pb_hooks/feed.pb.js). Methods reject with an Error that names the fault. */
export class Feed {
	readonly #url: string;
	readonly #token: string;

	constructor(url: string, token: string) {
		this.#url = url;
		this.#token = token;
	}

	/**
	 * The last reading before the first that was received at a time or later, in the order of the places, and whether there is one so
	 * late: if not, one that waits may still come with an earlier time.
	 * @param at as PocketBase writes dates, with a space
	 */
	async placeAt(at: string): Promise<Place & { readonly isReached: boolean }> {
		return JSON.parse(await textOf(await this.#ask("feed/place", { at }))) as Place & { isReached: boolean };
	}

	/**
	 * The readings after a place; undefined where the service has no such reading there, or, without an id, for a superuser never.
	 * @param to the database that has all up to the place: its name for the service; "" for who only reads
	 */
	async after({ id, place }: Place, to: string): Promise<Page | undefined> {
		const response = await this.#ask("feed", { after: String(place), id, limit: String(rowsAtOnce.readings), to });
		if (response.status === 409)
			return undefined;
		const rows = linesOf(await textOf(response)).map((text) => ({ ...JSON.parse(text) as Row, text }));
		return { rows, newest: Number(response.headers.get("records-newest")) };
	}

	/** All devices in the order of their ids, as JSON, some at a time. */
	async* devices(): AsyncGenerator<readonly string[]> {
		for (let after = ""; ;) {
			const lines = linesOf(await textOf(await this.#ask("feed/devices", { after, limit: String(rowsAtOnce.devices) })));
			if (lines.length === 0)
				return;
			yield lines;
			({ id: after } = JSON.parse(lines[lines.length - 1]) as { id: string });
		}
	}

	async #ask(path: string, query: Readonly<Record<string, string>>): Promise<Response> {
		try {
			const response = await fetch(`${this.#url}/api/records/${path}?${new URLSearchParams(query).toString()}`, {
				headers: { authorization: `Bearer ${this.#token}` }, signal: AbortSignal.timeout(patience)
			});
			if (response.ok || response.status === 409)
				return response;
			const { status } = response;
			await response.body?.cancel();
			throw new Error(faults[status] ?? `the service answers with HTTP ${status} at ${this.#url}`);
		}
		catch (error) {
			// fetch has one for all faults of the network.
			throw error instanceof TypeError || (error as Error).name === "TimeoutError" ? new Error(`the service does not answer at ${this.#url}`, { cause: error }) : error;
		}
	}
}

const faults: Readonly<Record<number, string>> = {
	401: "the service refuses the token: it has another RECORDS_FEED_TOKEN",
	403: "the service's readings are forwarded into another database, and only there: end the process that does it and restart PocketBase to change that",
	404: "the service has no feed: install the service kit (npm run service:export), and start PocketBase with RECORDS_FEED_TOKEN"
};

/** An answer that ends before its end is refused. */
async function textOf(response: Response): Promise<string> {
	try {
		return await response.text();
	}
	catch (error) {
		throw new Error("the service's answer has broken off", { cause: error });
	}
}

function linesOf(text: string): string[] {
	return text.split("\n").slice(0, -1);
}
