/** TLS on the SDK: what a handshake costs, and a create over a connection that is kept. */
import type { Figures, TLSSettings } from "../figures.js";
import { find } from "../reached.js";
import type { Records } from "../records.js";
import type { Host } from "../runner.js";
import { withFront } from "./tls-front.js";

export interface TLSCosts {
	/** A login on a new connection less one on a kept connection. */
	readonly handshake: Figures;
	readonly create: Figures;
	/** Handshakes for two logins and 101 creates. */
	readonly handshakes: number;
}

/** @param host with the app of bench/sdk/tls */
export function measureTLS(host: Host, records: Records): Promise<TLSCosts> {
	return withFront(records, async ({ url, authority, handshakes }) => {
		const given: TLSSettings = { url, password: records.password, authority: [...authority] };
		const figures = (await host.run("ours-tls", { settings: JSON.stringify(given) }) ?? []).flatMap((line) => line.figures ?? []);
		const first = find(figures, "first login");
		const second = find(figures, "second login");
		const handshake = {
			...first, slots: first.slots - second.slots, bytes: first.bytes - second.bytes, chunks: first.chunks - second.chunks,
			computrons: first.computrons - second.computrons
		};
		return { handshake, create: find(figures, "create"), handshakes: handshakes() };
	});
}
