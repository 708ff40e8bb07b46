/** The image at a literal address without a link: before its first request, and after a loss. */
import type { EmulatorControl } from "../../tools/moddable/emulator.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { buildFlash, type Emulator, faultOf, note, runFlash, withService } from "./emulator-image.js";

/** Milliseconds without a line, and for all. */
const patience = 120_000, deadline = 300_000;

/** What must come. Without a network a socket can't be made, and the Wi-Fi module's network looks nothing up. */
const wanted: readonly string[] = [
	"without a link, the SDK's network: connect: no network", "without a link, the network of the Wi-Fi module: dns: no network",
	"with a link, the SDK's network: ok: ", "with a link, the network of the Wi-Fi module: ok: ",
	"after its loss, the SDK's network: connect: no network", "after its loss, the network of the Wi-Fi module: dns: no network"
];

export async function runUnlinked(emulator: Emulator): Promise<void> {
	const { results } = emulator;
	await withService(emulator, "unlinked", async (service) => {
		const flash = await buildFlash(emulator, "unlinked", { baseUrl: seen(service.url) });
		const plug = (control: EmulatorControl, up: boolean): void => void control.setLink(up).catch((error: unknown) => results.fail(`unlinked: ${String(error)}`));
		const came: string[] = [];
		const ended = await runFlash(emulator, flash, {
			patience, deadline,
			onLine(line, control) {
				if (line === "begin" || line === "plug out")
					plug(control, false);
				else if (line === "plug in")
					plug(control, true);
				else if (line.startsWith("came "))
					came.push(line.slice(5));
				else if (line === "done")
					control.cut();
				else
					note(emulator, "unlinked", line);
			}
		});
		const fault = faultOf(ended);
		for (const [index, each] of wanted.entries())
			results.take((came[index] ?? "").trim() === each.trim() ? `ok unlinked: ${each}` : `not ok unlinked: ${came[index] ?? (fault || "nothing")} instead of ${each}`);
	});
}
