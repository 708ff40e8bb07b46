import "./globals.js";
import { creates } from "../../xs/creates.js";
import { Moddable } from "./naive.js";

let client!: Moddable;

function login(url: string, password: string): Promise<string> {
	client = new Moddable(url);
	return client.login(password);
}

const create = (): Promise<string> => client.send("POST", "/api/collections/readings/records", '{"sensor":"temperature","value":21.4}');

creates(login, create, (text) => {
	if (text === "")
		host.exit(73);
}).catch(() => host.exit(74));
