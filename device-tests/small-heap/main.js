import config from "mc/config";
import { RecordsClient } from "records-client";

/** In a function of its own, so that no body is held while the next one comes. */
async function outcome(call) {
	const { error, kind, statusCode } = await call;
	return `${kind} ${statusCode} ${error}`;
}

/** Asks a stranger in each of his ways, and says what became of it. */
async function ask() {
	for (let number = 0; number < Number(config.count); number++) {
		const client = new RecordsClient({ baseUrl: `${config.server}/${number}`, limits: { retries: 0 } });
		trace("answered ", await outcome(client.collection("users").authWithPassword("device-one", "secret")), "\n");
		trace("answered ", await outcome(client.collection("readings").createEx("{}")), "\n");
		trace("answered ", await outcome(client.getListEx(1, 500)), "\n");
		client.close();
	}
	screen.postMessage("exit 0");
}

export default function main() {
	ask().catch((error) => trace(error, "\n"));
}
