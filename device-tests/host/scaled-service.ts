/** A service whose clock is somebody else's: in front of a real one, whose answers get another Date and tokens of another life. */
import { createServer, type IncomingMessage, request } from "node:http";
import { type Listener, listen } from "../../tools/network/listener.js";

/** The claims of a token with another `exp`, which the real service would not take: it gets its own back. */
function reissued(token: string, expires: number): string {
	const [head = "", claims = "", signature = ""] = token.split(".");
	const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()) as object, exp: expires };
	return [head, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of message)
		pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
}

export class ScaledService {
	logins = 0;
	/** Tokens exchanged for others. */
	refreshes = 0;
	#server!: Listener;
	readonly #port: number;
	readonly #now: () => number;
	readonly #life: number;
	/** The real tokens by those that went out. */
	readonly #tokens = new Map<string, string>();

	/** @param port of the real service @param now milliseconds since 1970 @param life seconds of a token */
	constructor(port: number, now: () => number, life: number) {
		this.#port = port;
		this.#now = now;
		this.#life = life;
	}

	/** Returns its URL. */
	async begin(): Promise<string> {
		this.#server = await listen(createServer((from, to) => {
			void this.#answer(from).then(([status, headers, body]) => to.writeHead(status, headers).end(body), () => to.destroy());
		}));
		return this.#server.url;
	}

	close(): void {
		this.#server.close();
	}

	async #answer(from: IncomingMessage): Promise<[number, Record<string, string | string[] | undefined>, Buffer]> {
		const { authorization = "", ...headers } = from.headers;
		const token = authorization.replace(/^Bearer /, "");
		const sent = await bodyOf(from);
		const answer = await new Promise<IncomingMessage>((resolve, reject) => {
			request({
				host: "127.0.0.1", port: this.#port, path: from.url, method: from.method,
				headers: token === "" ? headers : { ...headers, authorization: `Bearer ${this.#tokens.get(token) ?? token}` }
			}, resolve).on("error", reject).end(sent);
		});
		const body = this.#take(from.url ?? "", (await bodyOf(answer)).toString());
		const kept = Object.entries(answer.headers).filter(([name]) => name !== "transfer-encoding");
		return [answer.statusCode ?? 502, { ...Object.fromEntries(kept), "date": new Date(this.#now()).toUTCString(), "content-length": String(body.length) }, body];
	}

	/** Gives the token of an answer, if it has one, its life by this clock. */
	#take(path: string, text: string): Buffer {
		const [, token] = /"token":"([^"]+)"/.exec(text) ?? [];
		if (token === undefined)
			return Buffer.from(text);
		if (path.endsWith("/auth-refresh"))
			this.refreshes++;
		else
			this.logins++;
		const given = reissued(token, Math.floor(this.#now() / 1000) + this.#life);
		this.#tokens.set(given, token);
		return Buffer.from(text.replace(token, given));
	}
}
