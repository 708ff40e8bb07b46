/** The least that firmware can write on TCP itself: one connection, whole answers as text, and nothing that can go wrong. */
import TCP from "embedded:io/socket/tcp";

export class Raw {
	readonly #address: string;
	readonly #port: number;
	#token = "";
	#socket: TCP | undefined;
	#request: ArrayBuffer | undefined;
	#answer = "";
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
		this.#answer += text;
		const body = bodyOf(this.#answer);
		if (body === undefined)
			return;
		this.#answer = "";
		this.#resolve?.(body);
	}
}

/** Returns the body of an answer, undefined while it is not whole. The service's texts have no line ends in them. */
function bodyOf(answer: string): string | undefined {
	const at = answer.indexOf("\r\n\r\n") + 4;
	const length = /content-length: (\d+)/i.exec(answer)?.[1];
	if (length !== undefined)
		return answer.length === at + Number(length) ? answer.slice(at) : undefined;
	return answer.endsWith("\r\n0\r\n\r\n") ? answer.slice(at).split("\r\n").filter((_, index) => index % 2 === 1).join("") : undefined;
}
