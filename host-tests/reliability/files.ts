/** A file of 10 MB up to the real service and down again through a network of which each hundredth piece is lost with its connection. */
import { RecordsClient, type ClientResponse } from "records-client";
import { download, upload } from "records-client/files";
import { endings } from "../../tools/network/endings.js";
import { TCPProxy, watched, type Way } from "../../tools/network/proxy.js";
import { PASSWORD } from "../../tools/password.js";
import type { Part } from "../../tools/report/part.js";
import { count, table } from "../../tools/report/table.js";
import { SuccessiveService } from "../../tools/successive-service.js";
import { SeededRandom } from "../../tools/seeded-random.js";

const LENGTH = 10_000_000;
/** Bytes between two throws of the dice, and one in how many ends the connection. */
const PIECE = 65_536;
const SHARE = 100;
/** Attempts in a row without a byte more: an upload begins anew each time, and one in six comes through. */
const RETRIES = 200;

/** Passes connections on, and ends them by the dice. */
class LossyNetwork extends TCPProxy {
	/** Connections that were ended. */
	losses = 0;

	constructor(port: number, random: SeededRandom) {
		super(port, ({ client, server }) => {
			const way = (): Way => {
				let left = PIECE;
				return watched((bytes) => {
					left -= bytes.length;
					if (left > 0)
						return;
					left += PIECE;
					if (random.below(SHARE) > 0)
						return;
					this.losses++;
					for (const socket of [client, server])
						endings[random.pick(["cut", "reset"] as const)](socket);
				});
			};
			return { up: way(), down: way() };
		});
	}
}

function byteAt(at: number): number {
	return at * 31 + (at >> 8) & 255;
}

function fill(view: Uint8Array, position: number): number {
	for (let at = 0; at < view.length; at++)
		view[at] = byteAt(position + at);
	return view.length;
}

/** What one way took. */
async function through(way: string, network: LossyNetwork, findings: string[], call: () => Promise<ClientResponse>): Promise<{ row: string[]; response: ClientResponse }> {
	const before = network.losses;
	const begun = Date.now();
	const response = await call();
	if (!response.ok)
		findings.push(`${way}: ${response.kind}: ${response.error}`);
	return { row: [way, count(LENGTH), count(network.losses - before), ((Date.now() - begun) / 1000).toFixed(1)], response };
}

export const part: Part = {
	name: "files",
	heading: "A file of 10 MB through a network that fails",
	async run(seed) {
		const findings: string[] = [];
		const service = new SuccessiveService();
		await service.begin();
		const network = new LossyNetwork(service.port, new SeededRandom(seed));
		await network.open();
		const client = new RecordsClient({ baseUrl: network.url, preferences: null, limits: { retries: RETRIES, retryBase: 1, retryMaximum: 1 } as object });
		try {
			await client.collection("users").authWithPassword("device-one", PASSWORD);
			const record = { id: "tenmillionbytes", device: client.authRecord?.id };
			const up = await through("up", network, findings, () => upload({ client, collection: "pictures", field: "attachment", filename: "a.bin", length: LENGTH, record, buffer: 16_384 }, fill));
			const filename = up.response.json<{ attachment?: string }>()?.attachment ?? "";
			let position = 0, wrong = 0;
			const down = await through("down", network, findings, () => download({ client, collection: "pictures", recordId: record.id, filename, length: LENGTH, buffer: 16_384 }, (bytes, from) => {
				wrong += from === position ? 0 : 1;
				bytes.forEach((byte, at) => {
					wrong += byte === byteAt(from + at) ? 0 : 1;
				});
				position += bytes.length;
			}));
			if (position !== LENGTH || wrong > 0)
				findings.push(`${position} bytes came, ${wrong} of them wrong`);
			const written = `Of ${count(PIECE)} bytes each way, one in ${SHARE} ended its connection. The file that came was the one that was sent, byte for byte.`;
			return { findings, report: [written, table(["way", "bytes", "connections lost", "seconds"], [up.row, down.row])] };
		}
		finally {
			client.close();
			network.close();
			await service.remove();
		}
	}
};
