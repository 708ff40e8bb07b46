/** Apps of device-tests/emulator for QEMU's ESP32-C3. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { build } from "./build.js";
import { HOST_ADDRESS } from "./emulator.js";
import { flashImage } from "./flash-image.js";
import type { ToolChain } from "./tool-chain.js";

/** What is built for the emulator is kept in a folder of its own. A stand-in of pkill keeps the SDK's makefile from ending other people's programs. @param folder for it */
export async function emulatorTools(tools: ToolChain, folder: string): Promise<ToolChain> {
	const shadows = join(folder, "bin");
	await mkdir(shadows, { recursive: true });
	await writeFile(join(shadows, "pkill"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
	const environment = { ...tools.environment, PATH: `${shadows}:${tools.environment.PATH}` };
	return { ...tools, environment, out: join(projectRoot(), "build", "device", "emulator-out") };
}

/** Folder of what a build has made. @param name of the app's folder in device-tests/emulator */
export function madeIn(tools: ToolChain, name: string): string {
	return join(tools.out, "bin", "esp32", "esp32c3", "release", name);
}

/**
 * Builds an app into the contents of a flash.
 * @param name of its folder in device-tests/emulator
 * @param onRepeat told why the first build failed: the SDK's first one of a new configuration of ESP-IDF may, where the next passes
 */
export async function buildImage(tools: ToolChain, name: string, config: Readonly<Record<string, string>>, onRepeat: (why: string) => void): Promise<{ readonly flash: Uint8Array; readonly app: Uint8Array }> {
	const manifest = join(projectRoot(), "device-tests", "emulator", name, "manifest.json");
	const values = { ...config, clock: String(Date.now()) };
	const once = (): Promise<unknown> => build(tools, manifest, values, { platform: "esp32/esp32c3" });
	await once().catch((error: unknown) => {
		onRepeat(String(error).split("\n").at(-2) ?? "");
		return once();
	});
	const [bootloader, table, app] = await Promise.all(["bootloader.bin", "partition-table.bin", "xs_esp32.bin"].map((file) => readFile(join(madeIn(tools, name), file))));
	return { flash: flashImage({ bootloader, table, app }), app };
}

/** An URL of the host as the machine has it. */
export function seen(url: string): string {
	return url.replace(/127\.0\.0\.1|localhost/, HOST_ADDRESS);
}
