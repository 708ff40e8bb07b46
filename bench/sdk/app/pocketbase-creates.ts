/** Logs in and creates with the PocketBase JavaScript SDK; what that needs of the web must be there. */
import "./globals.js";
import "./shims.js";
import PocketBase from "pocketbase";
import { creates } from "./creates.js";

let client!: PocketBase;

async function login(url: string, password: string): Promise<void> {
	client = new PocketBase(url).autoCancellation(false);
	await client.collection("users").authWithPassword("device-one", password);
}

creates(login, () => client.collection("readings").create({ sensor: "temperature", value: 21.4 }), ({ id }) => {
	if (id === "")
		host.exit(73);
}).catch(() => host.exit(74));
