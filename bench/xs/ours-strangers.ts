/** Answers that make many values of few bytes, to each kind of request; the heap does not grow. */
import { type ClientResponse, RecordsClient } from "records-client";
import type { StrangersSettings } from "../figures.js";

const { url, count } = JSON.parse(settings) as StrangersSettings;

/** In a function of its own, so that no body is held while the next one comes. */
async function outcome(call: Promise<ClientResponse>): Promise<string> {
	const { error, kind, statusCode } = await call;
	return kind + " " + String(statusCode) + " " + error;
}

async function ask(): Promise<void> {
	for (let number = 0; number < count; number++) {
		const client = new RecordsClient({ baseUrl: url + "/" + String(number), limits: { retries: 0 } });
		const login = await outcome(client.collection("users").authWithPassword("device-one", "secret"));
		const create = await outcome(client.collection("readings").createEx("{}"));
		const list = await outcome(client.getListEx(1, 500));
		client.close();
		host.print(JSON.stringify({ answers: [login, create, list] }));
	}
	host.exit(0);
}

ask().catch((error: unknown) => {
	host.print(String(error));
	host.exit(74);
});
