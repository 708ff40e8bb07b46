import { setTimeout as sleep } from "node:timers/promises";
import { type Service, type ServiceOptions, startService } from "../service/launcher.js";
import { type Login, loginText } from "../service/login.js";
import { write } from "./output.js";

/** Seconds between two lines of an outage. */
const LEFT_EACH = 2;

/** The service of a run, which can be gone for a while. */
export class ServiceWithOutage {
	readonly #options: ServiceOptions;
	#service: Service;
	#outage: Promise<void> | undefined;
	#stopped = false;

	private constructor(options: ServiceOptions, service: Service) {
		this.#options = options;
		this.#service = service;
	}

	/** @throws Error that says why there is no service */
	static async start(options: ServiceOptions): Promise<ServiceWithOutage> {
		return new ServiceWithOutage(options, await startService(options));
	}

	/** The same before and after an outage. */
	get url(): string {
		return this.#service.url;
	}

	/** The superuser's login as a line of text, "" for none. */
	get loginText(): string {
		const { data, login } = this.#service;
		return login === undefined ? "" : loginText(login, data);
	}

	/** The superuser's login. Rejects with an Error where there is none that may be told. */
	superuser(): Promise<Login> {
		const { login } = this.#service;
		return login === undefined ? Promise.reject(new Error("the superuser's login is not known")) : Promise.resolve(login);
	}

	/** Fulfilled when the service is gone that is there now, whoever ended it. */
	get exited(): Promise<string> {
		return this.#service.exited;
	}

	/** Stops the service and starts it again on the same port after so many seconds, once. Returns at once. */
	begin(seconds: number): void {
		if (this.#outage !== undefined)
			return;
		this.#outage = this.#interrupt(seconds);
		// Whoever awaits `over` is told.
		this.#outage.catch(() => undefined);
	}

	/**
	 * Fulfilled when the outage is over.
	 * @throws Error when there was none, or the service did not start again
	 */
	over(): Promise<void> {
		return this.#outage ?? Promise.reject(new Error("there was no outage: too few readings were left to put"));
	}

	/** Stops the service for good. */
	async stop(): Promise<void> {
		this.#stopped = true;
		await this.#service.stop();
		await this.#outage?.catch(() => undefined);
		await this.#service.stop();
	}

	async #interrupt(seconds: number): Promise<void> {
		await this.#service.stop();
		write(`outage   the service is stopped for ${seconds} seconds\n`);
		for (let left = seconds; left > 0 && !this.#stopped; left -= LEFT_EACH) {
			if (left < seconds)
				write(`outage   ${left} seconds left\n`);
			await sleep(Math.min(left, LEFT_EACH) * 1000);
		}
		if (this.#stopped)
			return;
		this.#service = await startService({ ...this.#options, port: this.#service.port });
		write("outage   the service answers again\n");
	}
}
