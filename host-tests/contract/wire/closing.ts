import type { Transport, Socket, SocketOptions } from "../../../lib/platform.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import { type Case, type Context, testCase } from "../case.js";
import { expectSilence, offer, Scene } from "./scene.js";

/** The platform's network, and how many of its sockets are open. */
function counted({ http }: Context): { readonly network: { readonly http: Transport }; readonly open: Set<Socket> } {
	const open = new Set<Socket>();
	const io = class implements Socket {
		readonly #socket: Socket;

		constructor(options: SocketOptions) {
			this.#socket = new http.socket.io({ ...http.socket, ...options });
			open.add(this);
		}

		read(target?: Parameters<Socket["read"]>[0]): ReturnType<Socket["read"]> {
			return this.#socket.read(target);
		}

		write(data: Parameters<Socket["write"]>[0]): number | undefined {
			return this.#socket.write(data);
		}

		close(): void {
			open.delete(this);
			this.#socket.close();
		}
	};
	return { network: { http: { ...http, socket: { io } } }, open };
}

const credentials = { collection: "users", identity: "device-one", password: "not a secret" };

/** Events, and what they come of besides a service that refuses once. */
const closings: readonly (readonly [event: string, options: Partial<RecordsClientOptions>])[] = [
	["connect", {}], ["retry", {}], ["backoff", {}], ["recycle", {}], ["login", { credentials }]
];

export const closingCases: readonly Case[] = [
	...closings.map(([closing, options]) => testCase(`close() in the event "${closing}": every call is settled, nothing is told later, no socket is left`, async (context) => {
		const { network, open } = counted(context);
		const events: string[] = [];
		const limits = { retryPause: 20, retryBase: 1, recycleBytes: 1 };
		const scene: Scene = new Scene(context, "too-many-unsaid", limits, {
			...options,
			network,
			onEvent(event) {
				events.push(event);
				if (event === closing)
					scene.client.close();
			}
		});
		await expectSilence(context, scene.client, events, closing);
		context.equal(open.size, 0, "open sockets");
	})),
	testCase("close() in the event \"handshake\": every call is settled, nothing is told later", async (context) => {
		const { url, certificate } = await offer(context, "tls");
		const ca = Uint8Array.from(certificate);
		const events: string[] = [];
		const client = context.client({
			baseUrl: `${url}/keep/closed-in-handshake`,
			tls: { ca, serverName: "localhost" },
			onEvent(event) {
				events.push(event);
				if (event === "handshake")
					client.close();
			}
		});
		await expectSilence(context, client, events, "handshake");
	}),
	testCase("close() before credentials are asked for: nobody is asked", async (context) => {
		let asked = 0;
		// The first log-in is answered 502, so that the connection is open when the next one begins.
		const scene = new Scene(context, "html", {}, {
			credentials() {
				asked++;
				return credentials;
			}
		});
		context.equal((await scene.client.createEx("{}")).statusCode, 502, "statusCode");
		const call = scene.client.createEx("{}");
		scene.client.close();
		context.equal((await call).kind, "closed", "kind");
		await scene.idle();
		context.equal(asked, 1, "asked");
	}),
	testCase("close() while credentials are being given: they are not used", async (context) => {
		const scene: Scene = new Scene(context, "keep", {}, {
			credentials() {
				scene.client.close();
				return Promise.resolve(credentials);
			}
		});
		context.equal((await scene.client.createEx("{}")).kind, "closed", "kind");
		await scene.idle();
		context.equal((await scene.observe()).requests.length, 0, "requests");
	})
];
