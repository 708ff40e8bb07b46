import type { DeviceRow } from "./device-file.js";
import { writeTo } from "./output.js";
import type { Say } from "./fleet.js";

/** Milliseconds for the log-in. */
const patience = 20_000;

/**
 * Writes the file of the example "provision", if the device can log in by its row: an old password or a wrong base URL would
 * be found on the device only. An address that does not answer here may do so there, and is said.
 * @throws Error where the service refuses the log-in
 */
export async function provision({ baseUrl, devicePassword, identity }: DeviceRow, out: string, say: Say): Promise<void> {
	const fault = await logInFault(baseUrl, identity, devicePassword);
	if (fault.isSure)
		throw new Error(`${identity} can't log in at ${baseUrl}: ${fault.text}`);
	await writeTo(out, (write) => write(JSON.stringify({ baseUrl, identity, devicePassword }) + "\n"));
	if (fault.text !== "")
		say(`whether ${identity} can log in at ${baseUrl} is not known: ${fault.text}`);
}

/** "" for a log-in that succeeds; `isSure` where an answer says that it can't. */
async function logInFault(baseUrl: string, identity: string, password: string): Promise<{ text: string; isSure: boolean }> {
	try {
		const { ok, status } = await fetch(`${baseUrl}/api/collections/users/auth-with-password`, {
			method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ identity, password }), signal: AbortSignal.timeout(patience)
		});
		if (ok)
			return { text: "", isSure: false };
		const isRefused = status === 400 || status === 403;
		const text = isRefused ? "its password was changed since, or it was locked or removed" : status === 404 ? "there is no such path. Is the base URL right?" : "";
		return { text: `HTTP ${status}${text === "" ? "" : `: ${text}`}`, isSure: isRefused || status === 404 };
	}
	catch (error) {
		return { text: error instanceof Error ? (error.cause as Error | undefined)?.message ?? error.message : String(error), isSure: false };
	}
}
