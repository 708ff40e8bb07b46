import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ExecutionContext } from "ava";
import { GuardedProcess } from "../../service/guarded-process.js";
import { freePort } from "../../service/port.js";

/** @param folder takes the metrics @throws Error with what promtool has against them */
export async function checkMetrics(folder: string, text: string): Promise<void> {
	const file = join(folder, "metrics");
	await writeFile(file, text);
	await promisify(execFile)("sh", ["-c", 'promtool check metrics < "$0"', file]);
}

/** The real Prometheus, until the test ends. */
export class Prometheus {
	readonly #url: string;
	readonly #child: GuardedProcess;

	private constructor(url: string, child: GuardedProcess) {
		this.#url = url;
		this.#child = child;
	}

	/** @param folder takes the configuration and the data */
	static async start(t: ExecutionContext, folder: string, configuration: string): Promise<Prometheus> {
		const file = join(folder, "prometheus.yml");
		await writeFile(file, configuration);
		const address = `127.0.0.1:${await freePort()}`;
		const child = new GuardedProcess("prometheus", [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, "data")}`, `--web.listen-address=${address}`], process.env);
		t.teardown(() => child.kill());
		return new Prometheus(`http://${address}/api/v1/`, child);
	}

	async query(path: string): Promise<any> {
		return (await (await fetch(this.#url + path)).json() as { data: unknown }).data;
	}

	/** What it answers as soon as that holds. */
	async until(path: string, holds: (answer: any) => boolean): Promise<any> {
		for (;;) {
			const answer: unknown = await this.query(path).catch(() => undefined);
			if (answer !== undefined && holds(answer))
				return answer;
			if (this.#child.ended)
				throw new Error(this.#child.output);
			await sleep(200);
		}
	}
}
