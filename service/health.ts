import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { GuardedProcess } from "./guarded-process.js";

const healthPatience = 1_000; // milliseconds for one health check
const healthInterval = 15; // milliseconds between health checks

/** Whether the service at `url` answers its health check in `patience` milliseconds. Leaves no connection open. */
export function isHealthy(url: string, patience: number): Promise<boolean> {
	return new Promise((resolve) => {
		const signal = AbortSignal.timeout(patience);
		const request = get(`${url}/api/health`, { agent: false, signal }, (response) => {
			response.resume();
			response.once("close", () => resolve(response.complete && response.statusCode === 200));
		});
		request.once("error", () => resolve(false));
	});
}

/** `undefined` once the process serves at `url` and answers, or what went wrong. @param patience milliseconds */
export async function untilReady(child: GuardedProcess, url: string, patience: number): Promise<string | undefined> {
	const deadline = Date.now() + patience;
	const ended = child.exited.then((how) => `the records service ${how} before it answered`);
	while (!child.ended && Date.now() < deadline) {
		// The port may have been taken meanwhile by another service that answers: ours says when it has it.
		const serves = child.output.includes("Server started at");
		if (serves && await isHealthy(url, healthPatience))
			return undefined;
		await Promise.race([ended, sleep(healthInterval)]);
	}
	return child.ended ? ended : `the records service did not answer in ${patience} milliseconds`;
}
