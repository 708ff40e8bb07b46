/** Talks TLS to servers one after the other, and tells how deep the stack of the machine has been with each. */
import config from "mc/config";
import { fillStack, heapFree, heapLeast, sinceStart, stackLeft, stackSlots, taskLeft } from "gauges";
import { RecordsClient } from "records-client";
import Timer from "timer";

/** Values on the mcconfig command line arrive as text. */
interface Config {
	/** `name:port:result` for each server, separated by commas; result is `ok`, `resumed`, or the error that must come with "_" for " ". */
	readonly servers: string;
	/** DER of the CAs, in hexadecimal, separated by commas. */
	readonly authority: string;
	readonly identity: string;
	readonly password: string;
}

const { authority, identity, password, servers } = config as unknown as Config;

/** Shakes hands, logs in and creates a record, on one connection or on several. Returns the error, "" for none. */
async function use(name: string, url: string, ca: readonly Uint8Array[], resumes: boolean): Promise<string> {
	let resumed = 0;
	fillStack();
	const before = stackLeft();
	const records = new RecordsClient({
		baseUrl: url,
		preferences: null,
		tls: { ca: ca as Uint8Array<ArrayBuffer>[], serverName: "localhost" },
		limits: { timeout: 240_000, connect: 120_000, firstByte: 120_000, idle: 120_000, ...resumes ? { recycleBytes: 1 } : {} },
		onEvent(event, value) {
			if (event === "resume")
				resumed += value;
		}
	});
	const made = before - stackLeft();
	// Not in the same turn as the constructor, nor with a log-in: XS matches their regular expressions in what is left of the stack, however much that is.
	await new Promise((resolve) => Timer.set(() => resolve(undefined), 1));
	fillStack();
	const health = await records.checkHealth();
	trace(`gauges ${name}: ${stackLeft()} of ${stackSlots()} slots of stack untouched, ${made} to make the client, ${taskLeft()} bytes of the task's, ${heapFree()} bytes of heap free, ${heapLeast()} at the least, ${sinceStart()} ms\n`);
	if (!health.ok) {
		records.close();
		return health.error;
	}
	const login = await records.collection("users").authWithPassword(identity, password);
	const created = login.ok ? await records.collection("readings").createEx(JSON.stringify({ sensor: "temperature", value: 21.5 })) : login;
	records.close();
	if (!created.ok)
		return created.error;
	return resumes && resumed < 1 ? "the session was not resumed" : "";
}

export default async function main(): Promise<void> {
	const ca = authority.split(",").map((text) => Uint8Array.fromHex(text));
	// A turn of its own: what has called this function is deep in the stack.
	await new Promise((resolve) => Timer.set(() => resolve(undefined), 1));
	for (const entry of servers.split(",")) {
		const [name = "", port = "", wanted = ""] = entry.split(":");
		const error = await use(name, `https://10.0.2.2:${port}`, ca, wanted === "resumed");
		const isAsWanted = wanted === "ok" || wanted === "resumed" ? error === "" : error === wanted.replaceAll("_", " ");
		trace(isAsWanted ? `ok tls: ${name}\n` : `not ok tls: ${name}: ${error || "no error"}\n`);
	}
	trace("all done\n");
}
