/** A client over TLS: what a handshake costs, and a create on a connection that is kept. */
import host from "bench/host";
import { type Network, RecordsClient } from "records-client";
import { begin, end } from "./counters.js";
import { good, tell } from "./finish.js";
import type { CreatesSettings } from "../../figures.js";

const { url, password, count } = JSON.parse(settings) as CreatesSettings;
const measured = 100;

function tellCost(name: string, count: number): void {
	tell({ figures: end(name, count) });
}

/** @param network what carries it, undefined for the library's own connection */
export async function measureTLS(network?: Network): Promise<void> {
	const records = new RecordsClient({ baseUrl: url, network, tls: { ca: new Uint8Array(host.authority()) } });
	records.collection("users");
	for (const name of ["first login", "second login"]) {
		begin();
		const response = await records.authWithPassword("device-one", password);
		tellCost(name, 1);
		good(response);
	}
	records.collection("readings");
	let made = true;
	const create = async (times: number): Promise<void> => {
		for (let i = 0; i < times; i++)
			made = (await records.createEx('{"sensor":"temperature","value":21.4}')).ok && made;
	};
	await create(1);
	begin();
	await create(measured);
	tellCost("create", measured);
	await create(count - measured - 3);
	if (!made)
		throw new Error("a create failed");
}
