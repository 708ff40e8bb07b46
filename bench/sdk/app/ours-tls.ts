/** This library's HTTP client on the SDK's TLSSocket: what a handshake costs, and a create after it. */
import "./globals.js";
import TCP from "embedded:io/socket/tcp";
import TLSSocket from "embedded:io/socket/tcp/tls";
import { HTTPClient, type Network, RecordsClient } from "records-client";
import { begin, end } from "../../xs/counters.js";
import type { TLSSettings } from "../../figures.js";
import { base } from "./network.js";

const { url, password, authority } = JSON.parse(settings) as TLSSettings;
const socket = { io: TLSSocket, TCP: { io: TCP }, nodelay: true, secure: { certificate: Uint8Array.from(authority).buffer } };
const creates = 100;

function tell(name: string, count: number): void {
	host.print(JSON.stringify({ figures: end(name, count) }));
}

async function measure(): Promise<void> {
	const records = new RecordsClient({ baseUrl: url, network: { https: { io: HTTPClient, ...base, socket } } as unknown as Network });
	records.collection("users");
	for (const name of ["first login", "second login"]) {
		begin();
		const { ok, error } = await records.authWithPassword("device-one", password);
		tell(name, 1);
		if (!ok)
			throw new Error(error);
	}
	records.collection("readings");
	await records.createEx('{"sensor":"temperature","value":21.4}');
	begin();
	let made = true;
	for (let i = 0; i < creates; i++)
		made = (await records.createEx('{"sensor":"temperature","value":21.4}')).ok && made;
	tell("create", creates);
	if (!made)
		throw new Error("a create failed");
}

measure().then(() => host.exit(0), (error: unknown) => {
	host.print(String(error));
	host.exit(70);
});
