/** Sends records to a peer that resets connections, for ever, and tells what came of each. */
import { heapFree, heapLeast } from "gauges";
import config from "mc/config";
import { RecordsClient } from "records-client";
import Timer from "timer";

/** Values on the mcconfig command line arrive as text. */
const { baseUrl, pause } = config as unknown as Record<string, string>;

/** Bytes of a body that is longer than what lwIP sends at once. */
const LONG = 7000;
/** Each how-manieth body is long. */
const STEP = 4;

export default async function main(): Promise<void> {
	const records = new RecordsClient({ baseUrl, preferences: null, limits: { retries: 0, timeout: 60_000, send: LONG + 1000 } }).collection("readings");
	const long = JSON.stringify({ text: "x".repeat(LONG) });
	for (let sent = 1; ; sent++) {
		const { error, kind } = await records.createEx(sent % STEP === 0 ? long : "{\"value\":1}");
		trace(`came ${kind || "ok"}: ${error}\n`);
		if (pause !== "0")
			await new Promise((resolve) => Timer.set(() => resolve(undefined), Number(pause)));
		if (sent % 50 === 0)
			trace(`gauges ${heapFree()} bytes of heap free, ${heapLeast()} at the least\n`);
	}
}
