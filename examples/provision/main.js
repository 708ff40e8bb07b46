import config from "mc/config";
import Preference from "preference";
import { RecordsClient } from "records-client";
import { provision } from "./provision";

/** Posts a reading with what this device was told at some time: now, or at a start before. */
export default async function main() {
	const missing = provision(config);
	if (missing !== "") {
		trace(`provision  failed: ${missing} is not known: give it on mcconfig's command line or in provision.json\n`);
		return;
	}
	const [baseUrl, identity, password] = ["baseUrl", "identity", "devicePassword"].map((name) => Preference.get("provision", name));
	const records = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	const { error, ok } = await records.collection("readings").createEx({ sensor: "provision", value: 1 });
	trace(ok ? `provision  ${identity} posted to ${baseUrl}\n` : `provision  failed: ${error}\n`);
	records.close();
}
