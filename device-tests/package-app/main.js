// An app as a user of the package writes it, in JavaScript: logs in, posts one reading, ends.
import config from "mc/config";
import { RecordsClient } from "records-client";

async function post() {
	const records = new RecordsClient({ baseUrl: config.service });
	const login = await records.collection("users").authWithPassword("device-one", "device-pass-1234");
	const made = await records.collection("readings").createEx({ sensor: "temperature", value: 21.5 });
	trace(made.ok ? "ok package-app: posts\n" : `not ok package-app: ${login.error} ${made.error}\n`);
	records.close();
	return made.ok;
}

export default function main() {
	post().then((ok) => globalThis.screen?.postMessage(ok ? "exit 0" : "exit 1"));
}
