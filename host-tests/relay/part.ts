/** The full size: 120 commands. */
import { count, table } from "../../tools/report/table.js";
import type { Part } from "../../tools/report/part.js";
import { KitService } from "../../kit/tests/kit-service.js";
import { runCommands, type Size } from "./commands.js";

const size: Size = { commands: 120, reboots: 35, lost: 23, expired: 10 };

export const part: Part = {
	name: "relay",
	heading: "Commands through reboots and lost answers",
	async run(seed) {
		const service = await KitService.start();
		try {
			const { done, findings, interrupted, left, reboots } = await runCommands(service, "a-device-password", seed, size);
			const report = [
				`A device with the relay's code does commands of the service kit's collection. `
				+ "It starts anew before it has done a command or after, and answers to what it tells are lost with their connections. No command was done twice, none was told as done that was not.",
				table(["", "times"], [
					["commands", count(size.commands)], ["reboots", count(reboots)], ["lost answers", count(size.lost)], ["done", count(done)],
					["failed: interrupted", count(interrupted)], ["left, because they had expired", count(left)], ["wrong", count(findings.length)]
				])
			];
			return { findings, report };
		}
		finally {
			await service.remove();
		}
	}
};
