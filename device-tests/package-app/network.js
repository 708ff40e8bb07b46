// The same with Moddable's HTTP client, as the README selects it.
import config from "mc/config";
import { RecordsClient } from "records-client";
import { overHTTPClient } from "records-client/http-client";

async function post() {
	const records = new RecordsClient({ baseUrl: config.service, network: overHTTPClient(device.network) });
	const login = await records.collection("users").authWithPassword("device-one", "device-pass-1234");
	const made = await records.collection("readings").createEx({ sensor: "temperature", value: 21.5 });
	const ok = made.ok && typeof device.network.http.io.prototype.request === "function";
	trace(ok ? "ok package-network: posts through Moddable's HTTP client\n" : `not ok package-network: ${login.error} ${made.error}\n`);
	records.close();
	return ok;
}

export default function main() {
	post().then((ok) => globalThis.screen?.postMessage(ok ? "exit 0" : "exit 1"));
}
