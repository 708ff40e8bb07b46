/** Commands to a device that starts anew in the middle of them, over connections that lose answers. */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { RecordsClient } from "records-client";
import { LiveRecords } from "records-client/live";
import { projectRoot } from "../../service/project.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { SeededRandom } from "../../tools/seeded-random.js";
import { StreamProxy } from "../../tools/network/stream-proxy.js";
import type { KitService } from "../../kit/tests/kit-service.js";

/** How much happens. */
export interface Size {
	readonly commands: number;
	readonly reboots: number;
	readonly lost: number;
	readonly expired: number;
}

interface Command {
	readonly id: string;
	readonly seq: number;
	readonly state: string;
	readonly result: string;
	readonly updated: string;
	readonly [field: string]: unknown;
}

type Commands = new (options: object) => { take(command: Command): Promise<void> };

const PATIENCE = 120_000;
const path = "/api/collections/commands/records";

export async function runCommands(service: KitService, secret: string, seed: number, { commands, expired, lost, reboots }: Size) {
	const { Commands } = await import(pathToFileURL(join(projectRoot(), "examples", "relay", "commands.js")).href) as { Commands: Commands };
	const dice = new SeededRandom(seed);
	const identity = `relay-${seed}`;
	const { id: device } = await service.device(identity, secret);
	const proxy = new StreamProxy(Number(new URL(service.url).port));
	await proxy.open();
	const preferences = new MemoryPreferences();
	/** How often each was done, by its number. */
	const times = new Map<string, number>();
	let rebooted = 0;
	let stop = (): void => undefined;

	/** Starts the device; it ends when the power goes, at any moment of a command. */
	const start = (): void => {
		const client = new RecordsClient({ baseUrl: proxy.url, preferences, credentials: { collection: "users", identity, password: secret } });
		// A service limits log-ins.
		client.restoreAuthToken();
		let isOn = true;
		stop = () => {
			isOn = false;
			live.close();
			client.close();
		};
		/** The power goes here: nothing goes on. */
		const reboot = (): Promise<never> => {
			rebooted++;
			stop();
			setTimeout(start, 1);
			return new Promise(() => undefined);
		};
		const isTime = (): boolean => isOn && rebooted < reboots && dice.below(commands) < reboots;
		const device = new Commands({
			client, preferences: {
				get: (domain: string, key: string) => preferences.get(domain, key),
				set: (domain: string, key: string, value: string) => isOn && preferences.set(domain, key, value),
				delete: (domain: string, key: string) => isOn && preferences.delete(domain, key)
			},
			act(what: string) {
				if (isTime())
					return reboot();
				times.set(what, (times.get(what) ?? 0) + 1);
				return isTime() ? reboot() : what;
			}
		});
		const live = new LiveRecords<Command>({
			client, collection: "commands", stream: true, every: 1000, silence: 5000,
			onRecord(command) {
				if (lostLeft > 0 && dice.below(commands) < lost * 2) {
					lostLeft--;
					proxy.losesAnswer = true;
				}
				return device.take(command);
			}
		});
	};
	let lostLeft = lost;
	try {
		start();
		const soon = new Date(Date.now() + 3_600_000), over = new Date(Date.now() - 60_000);
		for (let seq = 1; seq <= commands; seq++)
			await service.manage("POST", path, { device, seq, what: String(seq), state: "new", expires: seq <= expired ? over : soon });
		const all = async (): Promise<Command[]> => (await service.manage("GET", `${path}?perPage=500&sort=seq&filter=${encodeURIComponent(`device='${device}'`)}`)).items as Command[];
		let found = await all();
		for (const end = Date.now() + PATIENCE; found.filter(({ state }) => state === "new").length > expired && Date.now() < end; found = await all())
			await new Promise((resolve) => setTimeout(resolve, 50));
		// What comes late must do no harm.
		await new Promise((resolve) => setTimeout(resolve, 200));
		found = await all();
		const findings: string[] = [];
		for (const { result, seq, state } of found) {
			const count = times.get(String(seq)) ?? 0;
			if (count > 1 || state === "done" && count !== 1 || state === "failed" && result !== "interrupted" || state === "new" && (seq > expired || count > 0))
				findings.push(`command ${seq} is ${state} (${result}), and was done ${count} times`);
		}
		const of = (wanted: string): number => found.filter(({ state }) => state === wanted).length;
		return { done: of("done"), interrupted: of("failed"), left: of("new"), reboots: rebooted, findings };
	}
	finally {
		stop();
		proxy.close();
	}
}
