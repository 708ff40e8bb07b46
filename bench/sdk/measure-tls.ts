/** TLS on the SDK: what a handshake costs, and a create over a connection that is kept. */
import { certificates } from "../../host-tests/tls/certificates.js";
import { startFront } from "../../host-tests/tls/front.js";
import type { Figures, TLSSettings } from "../figures.js";
import { find } from "../reached.js";
import type { Records } from "../records.js";
import type { Host } from "../runner.js";

export interface TLSCosts {
	/** A login on a new connection less one on a kept connection. */
	readonly handshake: Figures;
	readonly create: Figures;
	/** Handshakes for all requests. */
	readonly handshakes: number;
	/** TLS records that carried a request, for each. */
	readonly records: number;
}

/** Two logins, and creates. */
const requests = 1001;

export async function measureTLS(host: Host, records: Records): Promise<TLSCosts> {
	const { authority } = await certificates();
	const front = await startFront(Number(new URL(records.url).port));
	try {
		const given: TLSSettings = { url: front.url, password: records.password, authority: [...authority.der], count: requests };
		const figures = (await host.run("ours-tls", { settings: JSON.stringify(given) }) ?? []).flatMap((line) => line.figures ?? []);
		const first = find(figures, "first login");
		const second = find(figures, "second login");
		const handshake = {
			...first, slots: first.slots - second.slots, bytes: first.bytes - second.bytes, chunks: first.chunks - second.chunks,
			computrons: first.computrons - second.computrons
		};
		const counts = front.counts();
		return { handshake, create: find(figures, "create"), handshakes: counts.handshakes, records: counts.records / requests };
	}
	finally {
		front.close();
	}
}
