import { once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { endings } from "../network/endings.js";
import { type ReceivedRequest, RequestFault, RequestParser } from "../network/request-parser.js";
import type { Offer } from "./offers.js";
import type { Run } from "./run.js";
import { type Action, answer, type Asked, close, json, type Script, send } from "./script.js";

/** A path taken apart: `/<script>[.<argument>][~<fragment>]/<run><rest>`. */
interface Place {
	readonly script: Script;
	readonly argument: number;
	/** Bytes of the pieces that answers are cut into; 0 leaves them whole. */
	readonly fragment: number;
	readonly run: Run;
	readonly rest: string;
}

/** What a connection asks the peer. */
export interface Owner {
	/** The scripted run that a path belongs to; undefined when there is none of that name. */
	place(path: string): Place | undefined;
	/** The port that a case wants; see `Offers`. */
	offer(behaviour: string, argument: number): Promise<Offer | undefined>;
}

const offered = /^\/api\/collections\/port\/records\/([a-z-]+)(?:\.([0-9]+))?$/;
/** A TLS record with application data that nobody encrypted. */
const damagedRecord = Buffer.from([23, 3, 3, 0, 40, ...Array.from({ length: 40 }, (_, index) => index)]);

/** One connection: takes its requests one after the other and does with each what the script says. */
export class PeerConnection {
	readonly #owner: Owner;
	readonly #socket: Socket;
	readonly #connection: Socket;
	readonly #parser = new RequestParser();
	readonly #abort = new AbortController();
	#run: Run | undefined;
	#number = 0;
	#nth = 0;
	/** Sends of the answer under way that have not begun. */
	#owed = 0;
	#early = false;
	#working = false;
	#current: ReceivedRequest | undefined;
	#answered = false;
	#asked: Asked | undefined;

	/** @param connection the TCP connection, when `socket` is a TLS socket over it */
	constructor(owner: Owner, socket: Socket, connection = socket) {
		this.#owner = owner;
		this.#socket = socket;
		this.#connection = connection;
		socket.setNoDelay(true);
		socket.on("error", () => undefined);
		connection.on("close", () => this.#abort.abort());
		socket.on("data", (segment) => {
			if (this.#owed > 0)
				this.#early = true;
			this.#parser.push(segment);
			void this.#work();
		});
		// The client is gone; what is still to be sent would go nowhere.
		socket.on("end", () => {
			if (!this.#working)
				socket.end();
		});
	}

	destroy(): void {
		this.#abort.abort();
		this.#socket.destroy();
	}

	async #work(): Promise<void> {
		if (this.#working)
			return;
		this.#working = true;
		try {
			while (await this.#handle());
		}
		catch (error) {
			if (error instanceof RequestFault) {
				this.#run?.fault(error.message);
				await this.#perform([send(answer(error.message, "400 Bad Request")), close], 0).catch(() => undefined);
			}
			else if (!this.#abort.signal.aborted)
				throw error;
		}
		finally {
			this.#working = false;
		}
	}

	/** Does with the next request what there is to do. Returns whether there was one. */
	async #handle(): Promise<boolean> {
		const head = this.#parser.head();
		if (head === undefined)
			return false;
		const place = this.#owner.place(head.path);
		if (place === undefined)
			throw new RequestFault("no such script: " + head.path);
		if (place.rest.startsWith("/api/collections/observe/records/") || offered.test(place.rest)) {
			if (this.#parser.take() === undefined)
				return false;
			await this.#serve(place);
			return true;
		}
		if (head !== this.#current)
			await this.#begin(place, head);
		const request = this.#parser.take();
		if (request === undefined || this.#asked === undefined)
			return request !== undefined;
		request.whole = true;
		this.#early = this.#parser.begun;
		if (!this.#answered)
			await this.#follow(place, place.script.reply({ ...this.#asked, body: request.body }));
		return true;
	}

	/** A head is complete: counts the request, and lets the script answer it now. */
	async #begin(place: Place, head: ReceivedRequest): Promise<void> {
		const { run, script, argument, rest } = place;
		if (this.#run === undefined) {
			this.#run = run;
			this.#number = ++run.connections;
		}
		this.#current = head;
		this.#nth++;
		const number = run.see(this.#number, rest, head, this.#early);
		const { method, body } = head;
		this.#asked = { connection: this.#number, number, nth: this.#nth, argument, method, path: rest, head: `${head.head}\r\n\r\n`, body };
		const actions = script.atHead?.(this.#asked);
		this.#answered = actions !== undefined;
		if (actions !== undefined)
			await this.#follow(place, actions);
	}

	/** Does what a script says, and lets the run know that it does. */
	async #follow({ run, fragment }: Place, actions: readonly Action[]): Promise<void> {
		run.follow(1);
		try {
			await this.#perform(actions, fragment);
		}
		finally {
			run.follow(-1);
		}
	}

	/** Answers what is about the peer itself; the script knows nothing of it. */
	async #serve({ rest, run }: Place): Promise<void> {
		const [, behaviour, argument = "0"] = offered.exec(rest) ?? [];
		await this.#perform([send(json(behaviour === undefined ? run.observation() : await this.#owner.offer(behaviour, Number(argument)) ?? {}))], 0);
	}

	async #perform(actions: readonly Action[], fragment: number): Promise<void> {
		const { signal } = this.#abort;
		this.#owed = actions.filter(({ does }) => does === "send").length;
		for (const action of actions) {
			signal.throwIfAborted();
			switch (action.does) {
				case "send":
					await this.#send(action.bytes, fragment);
					break;
				case "pause":
					await wait(action.milliseconds, undefined, { signal });
					break;
				case "await-first":
					await this.#run?.first;
					break;
				case "await-another":
					await Promise.race([this.#run?.another, once(signal, "abort")]);
					break;
				case "close":
					endings.cut(this.#socket);
					break;
				case "half-close":
					endings["half-close"](this.#socket);
					break;
				case "reset":
					endings.reset(this.#connection);
					break;
				case "cut":
					this.#connection.end();
					break;
				case "damage":
					this.#connection.write(damagedRecord);
					break;
				case "deafen":
					this.#socket.pause();
			}
		}
	}

	async #send(bytes: Buffer, fragment: number): Promise<void> {
		const size = fragment || bytes.length;
		for (let at = 0; at < bytes.length; at += size) {
			this.#abort.signal.throwIfAborted();
			if (at + size >= bytes.length)
				this.#owed--;
			this.#socket.write(bytes.subarray(at, at + size));
			// The client shares this loop or has one of its own: two turns let it read the piece by itself.
			await turn();
			await turn();
		}
	}
}
