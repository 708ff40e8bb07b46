/** The least that firmware can write on TCP itself: one connection, whole answers as text, and nothing that can go wrong. */
import TCP from "embedded:io/socket/tcp";

export class Raw {
	readonly #address: string;
	readonly #port: number;
	#token = "";
	#socket: TCP | undefined;
	#request: ArrayBuffer | undefined;
	#answer = "";
	/** Characters of the answer, 0 before its head is there, below 0 where its end is told by the last chunk. */
	#length = 0;
	#resolve: ((body: string) => void) | undefined;

	/** @param url http://<address>:<port> */
	constructor(url: string) {
		const [address, port] = url.slice("http://".length).split(":");
		this.#address = address;
		this.#port = Number(port);
	}

	keep(token: string): void {
		this.#token = token;
	}

	/** Resolves with the answer's body. */
	send(method: string, path: string, body = ""): Promise<string> {
		const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#address}\r\nauthorization: ${this.#token}\r\n`
			+ `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
		return new Promise((resolve) => {
			this.#resolve = resolve;
			this.#request = ArrayBuffer.fromString(head + body);
			if (this.#socket === undefined)
				this.#connect();
			else
				this.#write();
		});
	}

	#connect(): void {
		const socket = this.#socket = new TCP({
			address: this.#address, port: this.#port, nodelay: true,
			onWritable: () => this.#write(),
			onReadable: (count) => this.#take(String.fromArrayBuffer(socket.read(count))),
			onError: () => host.exit(71)
		});
	}

	#write(): void {
		if (this.#request !== undefined)
			this.#socket?.write(this.#request);
		this.#request = undefined;
	}

	#take(text: string): void {
		if (this.#length === 0) {
			const length = /content-length: (\d+)/i.exec(text)?.[1];
			this.#length = length === undefined ? -1 : text.indexOf("\r\n\r\n") + 4 + Number(length);
		}
		const answer = this.#answer += text;
		if (this.#length < 0 ? !text.endsWith("0\r\n\r\n") : answer.length < this.#length)
			return;
		const chunked = this.#length < 0;
		this.#answer = "";
		this.#length = 0;
		const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
		// The service's texts have no line ends in them.
		this.#resolve?.(chunked ? body.split("\r\n").filter((_, index) => index % 2 === 1).join("") : body);
	}
}
