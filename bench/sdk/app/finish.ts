import type { Collection, ClientResponse } from "records-client";
import type { Line } from "../../figures.js";

/** Ends the script when its work is done, or has failed. */
export function finish(work: Promise<unknown>): void {
	work.then(() => host.exit(0), (error: unknown) => {
		host.print(String(error));
		host.exit(70);
	});
}

/** The response to a request that must not fail. @throws Error that says why it has */
export function good(response: ClientResponse): ClientResponse {
	if (!response.ok)
		throw new Error(`${response.kind}: ${response.error}`);
	return response;
}

/** Creates so many that what a client makes once is there. */
export async function createFirst(readings: Pick<Collection, "createEx">): Promise<void> {
	for (let number = 0; number < 20; number++)
		good(await readings.createEx({ sensor: "temperature", value: 21.5 }));
}

export function tell(line: Line): void {
	host.print(JSON.stringify(line));
}
