import { connect, type Socket } from "node:net";
import { Listener } from "../../tools/network/listener.js";

/** Passes connections on to the service, and ends them or falls silent when it is told to. */
export class CuttingProxy {
	/** Milliseconds without a byte after which a connection is closed, as proxies do; 0 for never. */
	idle = 0;
	/** Streams that were asked for. */
	streams = 0;
	/** Whether the answer to the next change of a record is lost, with its connection. */
	losesAnswer = false;
	readonly #pairs = new Set<readonly [device: Socket, service: Socket]>();
	readonly #streams = new Set<readonly [device: Socket, service: Socket]>();
	#listener!: Listener;

	/** @param port of the service */
	static async start(port: number): Promise<CuttingProxy> {
		const proxy = new CuttingProxy();
		proxy.#listener = await Listener.open((device) => proxy.#pass(device, port));
		return proxy;
	}

	get url(): string {
		return this.#listener.url;
	}

	/** Whether there is a stream that is passed on. */
	get isStreaming(): boolean {
		return this.#streams.size > 0;
	}

	/** Ends all connections. Returns how many there were. */
	cut(): number {
		const count = this.#pairs.size;
		for (const [device, service] of this.#pairs) {
			device.destroy();
			service.destroy();
		}
		return count;
	}

	/** Passes nothing on any more of the streams that there are, and leaves them open. Returns how many there were. */
	silence(): number {
		const count = this.#streams.size;
		for (const [device, service] of this.#streams) {
			service.unpipe(device);
			service.resume();
		}
		this.#streams.clear();
		return count;
	}

	close(): void {
		this.#listener.close();
	}

	#pass(device: Socket, port: number): void {
		const service = connect(port, "127.0.0.1");
		const pair = [device, service] as const;
		this.#pairs.add(pair);
		this.#listener.keep(service);
		// A browser asks on a connection that it has used before.
		device.on("data", (head) => {
			if (!head.toString("latin1").startsWith("GET /api/realtime"))
				return;
			this.streams++;
			this.#streams.add(pair);
		});
		device.setTimeout(this.idle, () => device.destroy());
		device.on("data", (head) => {
			if (!this.losesAnswer || !head.toString("latin1").startsWith("PATCH"))
				return;
			this.losesAnswer = false;
			service.unpipe(device);
			service.once("data", () => device.destroy()).resume();
		});
		for (const [one, other] of [pair, [service, device] as const]) {
			one.pipe(other);
			one.on("error", () => undefined).on("close", () => {
				other.destroy();
				this.#pairs.delete(pair);
				this.#streams.delete(pair);
			});
		}
	}
}
