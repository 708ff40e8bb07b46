import { get } from "node:http";

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
