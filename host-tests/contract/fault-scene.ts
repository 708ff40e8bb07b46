import { FaultProxy } from "../../tools/network/fault-proxy.js";
import { SuccessiveService } from "../../tools/successive-service.js";
import type { Places } from "./run-cases.js";

/** A service of its own and the fault proxy in front of it. */
export class FaultScene {
	readonly #service = new SuccessiveService();
	#proxy: FaultProxy | undefined;

	async open(): Promise<void> {
		await this.#service.begin();
		this.#proxy = await new FaultProxy(this.#service.port).open();
	}

	/**
	 * Where the cases find both.
	 * @param step each how-manieth byte meets a fault, each fault's own number where not given; FAULT_STEP in the
	 * environment has precedence, FAULT_AT names one byte
	 */
	places(step?: number): Places {
		return {
			service: this.#service.url,
			peer: this.#proxy?.url ?? "",
			...numberFrom("FAULT_STEP", "step") ?? (step === undefined ? {} : { step }),
			...numberFrom("FAULT_AT", "at")
		};
	}

	/** Ends both, and says how many faults there were; the runner puts that into its closing lines. */
	async close(engine: string): Promise<void> {
		console.log(`faults injected: ${this.#proxy?.injected ?? 0} on ${engine}`);
		this.#proxy?.close();
		await this.#service.remove();
	}
}

/** A number from the environment as the property of that name; undefined where there is none. */
function numberFrom(variable: string, name: "step" | "at"): Partial<Places> | undefined {
	const text = process.env[variable];
	return text === undefined ? undefined : { [name]: Number(text) };
}
