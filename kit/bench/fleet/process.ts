/** The devices' process, as the one who starts it sees it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { DeviceLine, DeviceSettings } from "./settings.js";

const program = fileURLToPath(new URL("devices.js", import.meta.url));

export function startDevices(settings: DeviceSettings): ChildProcess {
	return fork(program, { env: { ...process.env, SETTINGS: JSON.stringify(settings) } });
}

/** Waits for what the devices' process says. */
export async function said<What extends DeviceLine["said"]>(child: ChildProcess, what: What): Promise<Extract<DeviceLine, { said: What }>> {
	const stop = new AbortController();
	const { signal } = stop;
	try {
		const exit = once(child, "exit", { signal }).then(([code]): never => {
			throw new Error(`the devices' process has ended with ${String(code)}`);
		});
		const [line] = await Promise.race([once(child, "message", { signal }), exit]) as [DeviceLine];
		if (line.said !== what)
			throw new Error(`the devices' process says ${line.said} in place of ${what}`);
		return line as Extract<DeviceLine, { said: What }>;
	}
	finally {
		stop.abort();
	}
}
