import Button from "button";
import config from "mc/config";
import { RecordsClient } from "records-client";

const { baseUrl, identity, devicePassword: password } = config;
const records = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });

async function post() {
	const { error, ok } = await records.collection("readings").createEx({ sensor: "button", value: 1 });
	trace(ok ? "button   posted\n" : `button   failed: ${error}\n`);
}

export default function main() {
	new Button({ onPush: post });
}
