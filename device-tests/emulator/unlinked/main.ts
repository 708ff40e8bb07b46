/** Asks a service at a literal address before there is a link, then with one, and after it is lost. */
import config from "mc/config";
import { RecordsClient, type RecordsClientOptions } from "records-client";
import { StayConnected } from "records-client/wifi";
import Timer from "timer";

/** Values on the mcconfig command line arrive as text. */
const { baseUrl, ssid } = config as unknown as Record<string, string>;

/** Milliseconds before the Ethernet is started: for the host to take its link away. */
const BEFORE = 3000;

function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		Timer.set(() => resolve(), milliseconds);
	});
}

/** Asks with a client of its own, which has no connection yet, and tells what came. */
async function ask(when: string, options: Omit<RecordsClientOptions, "baseUrl">): Promise<void> {
	const records = new RecordsClient({ preferences: null, limits: { retries: 0 }, ...options, baseUrl });
	const { error, kind } = await records.checkHealth();
	trace(`came ${when}: ${kind || "ok"}: ${error}\n`);
	records.close();
}

export default async function main(): Promise<void> {
	trace("begin\n");
	await sleep(BEFORE);
	const wifi = new StayConnected({ ssid });
	const both = async (when: string): Promise<void> => {
		await ask(`${when}, the SDK's network`, {});
		await ask(`${when}, the network of the Wi-Fi module`, { network: wifi.network() });
	};
	const until = async (isThere: boolean): Promise<void> => {
		while ((wifi.address !== "") !== isThere)
			await sleep(100);
	};
	await sleep(BEFORE);
	await both("without a link");
	trace("plug in\n");
	await until(true);
	await both("with a link");
	trace("plug out\n");
	await until(false);
	await both("after its loss");
	trace("done\n");
}
