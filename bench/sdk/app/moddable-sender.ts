/** What one writes on Moddable's HTTP client without a library: a promise and a few callbacks a request. */
import ModdableClient from "embedded:network/http/client";
import { base } from "./network.js";

interface Request {
	write(bytes: ArrayBuffer): void;
	read(count: number): ArrayBuffer;
}

export class Moddable {
	readonly #client: ModdableClient;
	#token = "";

	/** @param url http://<address>:<port> */
	constructor(url: string) {
		const [host, port] = url.slice("http://".length).split(":");
		this.#client = new ModdableClient({ host, port: Number(port), ...base });
	}

	keep(token: string): void {
		this.#token = token;
	}

	/** Resolves with the answer's body; rejects when the request failed or was refused. */
	send(method: string, path: string, body = ""): Promise<string> {
		const headers = new Map<string, string>();
		if (this.#token !== "")
			headers.set("authorization", `Bearer ${this.#token}`);
		const bytes = ArrayBuffer.fromString(body);
		if (body !== "") {
			headers.set("content-type", "application/json");
			headers.set("content-length", String(bytes.byteLength));
		}
		return new Promise((resolve, reject) => {
			let text = "";
			let status = 0;
			this.#client.request({
				method, path, headers,
				onWritable(this: Request) {
					this.write(bytes);
				},
				onHeaders(code: number) {
					status = code;
				},
				onReadable(this: Request, count: number) {
					text += String.fromArrayBuffer(this.read(count));
				},
				onDone(error: Error | null) {
					if (error === null && status === 200)
						resolve(text);
					else
						reject(error ?? new Error(text));
				}
			} as unknown as Parameters<ModdableClient["request"]>[0]);
		});
	}
}
