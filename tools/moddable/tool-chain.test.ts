import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { findEmulator, Missing } from "./tool-chain.js";

const tools = ["idf.py", "riscv32-esp-elf-gcc", "qemu-system-riscv32"];

/** Looks for the emulator's tools where some are. @param machines what QEMU lists @returns the machine, or the missing lines */
async function find(t: ExecutionContext, present: readonly string[], machines: string, hasIDF = true): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "records-tools-"));
	t.teardown(() => rm(folder, { recursive: true }));
	const idf = join(folder, "idf");
	await mkdir(join(idf, "tools", "cmake"), { recursive: true });
	if (hasIDF)
		await writeFile(join(idf, "tools", "cmake", "project.cmake"), "");
	for (const name of present)
		await writeFile(join(folder, name), `#!/bin/sh\necho "${machines}"\n`, { mode: 0o755 });
	const environment = { PATH: `${folder}:/bin:/usr/bin`, IDF_PATH: idf };
	const saved = process.env.PATH;
	process.env.PATH = environment.PATH;
	try {
		return await findEmulator({ moddable: "", out: "", environment });
	}
	catch (error) {
		t.true(error instanceof Missing);
		return (error as Error).message;
	}
	finally {
		process.env.PATH = saved;
	}
}

test.serial("the ESP32-C3 of QEMU is found by either of its names", async (t) => {
	t.is(await find(t, tools, "none  no machine\nesp32c3  Espressif ESP32-C3 machine"), "esp32c3");
	t.is(await find(t, tools, "esp32c3-picsimlab  Espressif ESP32-C3 machine"), "esp32c3-picsimlab");
});

for (const tool of tools) {
	test.serial(`without ${tool} one line names it and how to get it`, async (t) => {
		const message = await find(t, tools.filter((other) => other !== tool), "esp32c3  Espressif ESP32-C3 machine");
		t.regex(message, new RegExp(`^${tool.replaceAll(".", "\\.")} is not in PATH: run \`[^\\n]+$`));
	});
}

test.serial("a folder that is not ESP-IDF is named, and a QEMU without the machine", async (t) => {
	t.regex(await find(t, tools, "esp32c3  Espressif ESP32-C3 machine", false), /^\$IDF_PATH is \S+, which is not ESP-IDF: [^\n]+$/);
	t.regex(await find(t, tools, "virt  RISC-V VirtIO board"), /^qemu-system-riscv32 has no ESP32-C3: [^\n]+$/);
});

test.serial("everything that is missing is named at once", async (t) => {
	t.is((await find(t, [], "", false)).split("\n").length, 4);
});
