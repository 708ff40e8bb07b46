/** The full size: 120 commands. */
import { count, row } from "../../tools/report/table.js";
import { commandOf, type Outcome, type Part } from "../../tools/report/part.js";
import { KitService } from "../../kit/tests/kit-service.js";
import { runCommands, type Size } from "./commands.js";

const size: Size = { commands: 120, reboots: 35, lost: 23, expired: 10 };

export const part: Part = {
	name: "relay",
	heading: "Commands through reboots and lost answers",
	async run(seed: number): Promise<Outcome> {
		const service = await KitService.start();
		try {
			const { done, findings, interrupted, left, reboots } = await runCommands(service, "a-device-password", seed, size);
			const text = [
				"",
				`Written by \`${commandOf(part, seed)}\` on ${new Date().toISOString().slice(0, 10)}, on Node ${process.version}. A device with the relay's code does commands of the service kit's collection. `
				+ "It starts anew before it has done a command or after, and answers to what it tells are lost with their connections. No command was done twice, none was told as done that was not.",
				"",
				row(["", "times"]), row(["---", "---:"]),
				row(["commands", count(size.commands)]), row(["reboots", count(reboots)]), row(["lost answers", count(size.lost)]), row(["done", count(done)]),
				row(["failed: interrupted", count(interrupted)]), row(["left, because they had expired", count(left)]), row(["wrong", count(findings.length)]),
				""
			].join("\n");
			return { text, findings };
		}
		finally {
			await service.remove();
		}
	}
};
