import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Service, startService } from "../service/launcher.js";

/** Of device-one and device-two. */
export const password = "device-pass-1234";

/** One service after the other, on one port and one database. */
export class SuccessiveService {
	#service!: Service;

	/** Starts the first of a new one. */
	static async start(): Promise<SuccessiveService> {
		const one = new SuccessiveService();
		await one.begin();
		return one;
	}

	/** Starts the first, with a database of its own. */
	async begin(): Promise<void> {
		await this.#launch(await mkdtemp(join(tmpdir(), "records-service-")));
	}

	get url(): string {
		return this.#service.url;
	}

	get port(): number {
		return this.#service.port;
	}

	/** Folder of the database. */
	get data(): string {
		return this.#service.data;
	}

	kill(): Promise<void> {
		return this.#service.kill();
	}

	stop(): Promise<void> {
		return this.#service.stop();
	}

	/** Starts the next once this one is gone. */
	async next(): Promise<void> {
		await this.#launch(this.#service.data, this.#service.port);
	}

	/** Ends it for good, its database too, if it has begun. */
	async remove(): Promise<void> {
		if (this.#service === undefined)
			return;
		await this.kill();
		await rm(this.#service.data, { recursive: true, force: true });
	}

	async #launch(data: string, port?: number): Promise<void> {
		this.#service = await startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: password }, ...port === undefined ? {} : { port } });
	}
}
