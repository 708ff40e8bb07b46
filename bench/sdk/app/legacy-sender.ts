/** The SDK's older HTTP client, module `http`: a connection for each request. */
import { Request } from "http";

export class Legacy {
	readonly #host: string;
	readonly #port: number;
	#token = "";

	/** @param url http://<address>:<port> */
	constructor(url: string) {
		const [host, port] = url.slice("http://".length).split(":");
		this.#host = host;
		this.#port = Number(port);
	}

	keep(token: string): void {
		this.#token = token;
	}

	/** Resolves with the answer's body; rejects when the request failed or was refused. */
	send(method: string, path: string, body?: string): Promise<string> {
		const headers = body === undefined ? [] : ["content-type", "application/json"];
		if (this.#token !== "")
			headers.push("authorization", `Bearer ${this.#token}`);
		return new Promise((resolve, reject) => {
			let status = 0;
			const request = new Request({ host: this.#host, port: this.#port, method, path, headers, body, response: String });
			request.callback = (message, value) => {
				if (message === Request.status)
					status = Number(value);
				else if (message === Request.responseComplete && status === 200)
					resolve(String(value));
				else if (message === Request.responseComplete || message === Request.error)
					reject(new Error(String(value)));
			};
		});
	}
}
