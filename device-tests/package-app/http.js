// The same built without TLS: posts by http, and says what is missing for https.
import config from "mc/config";
import { RecordsClient } from "records-client";

async function post() {
	const records = new RecordsClient({ baseUrl: config.service });
	const login = await records.collection("users").authWithPassword("device-one", "device-pass-1234");
	const made = await records.collection("readings").createEx({ sensor: "temperature", value: 21.5 });
	const secure = new RecordsClient({ baseUrl: config.service.replace("http:", "https:"), preferences: null });
	const refused = await secure.collection("readings").getListEx();
	const ok = made.ok && refused.error === "this app is built without TLS (manifests/http.json)";
	trace(ok ? "ok package-http: posts, and has no https\n" : `not ok package-http: ${login.error} ${made.error} ${refused.error}\n`);
	records.close();
	secure.close();
	return ok;
}

export default function main() {
	post().then((ok) => globalThis.screen?.postMessage(ok ? "exit 0" : "exit 1"));
}
