import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type EmulatorEnded, runEmulator } from "./emulator.js";

/** Milliseconds: a run that is to end by itself is given all that a slow machine takes. */
const generous = 600_000;

/** Runs a shell script in place of QEMU, which the machines that run these tests need not have. @param last the line at which the power is cut, "" for none */
async function runScript(t: ExecutionContext, script: string, last = "", patience = generous): Promise<EmulatorEnded & { lines: readonly string[] }> {
	const folder = await mkdtemp(join(tmpdir(), "records-emulator-"));
	t.teardown(() => rm(folder, { recursive: true }));
	const qemu = join(folder, "qemu-system-riscv32");
	await writeFile(qemu, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	const lines: string[] = [];
	const saved = process.env.PATH;
	process.env.PATH = `${folder}:${saved ?? ""}`;
	try {
		const ended = await runEmulator({ moddable: "", out: "", environment: process.env }, {
			machine: "esp32c3",
			flash: join(folder, "flash"),
			folder,
			patience,
			deadline: generous,
			onLine(line, control) {
				lines.push(line);
				if (line === last)
					control.cut();
			}
		});
		return { ...ended, lines };
	}
	finally {
		process.env.PATH = saved;
	}
}

const rom = "printf 'ESP-ROM:esp32c3-api1-20210207\\r\\nBuild:Feb  7 2021\\r\\nrst:0x1 (POWERON),boot:0x8\\r\\nentry 0x403cbf10\\r\\n'";
const again = "printf 'rst:0xc (RTC_SW_CPU_RST),boot:0x8\\r\\n'";
/** Lives for as long as its standard input is open. */
const wait = "cat >/dev/null";

test.serial("what the ROM says is left out, and a cut of the power ends the run", async (t) => {
	const { isCut, lines, restart } = await runScript(t, `${rom}; printf 'ok one\\r\\nlast\\r\\n'; ${wait}`, "last");
	t.deepEqual([lines, isCut, restart], [["ok one", "last"], true, ""]);
});

test.serial("a second start of the ROM is a restart that nobody asked for, and ends the run", async (t) => {
	const { isCut, lines, restart } = await runScript(t, `${rom}; echo one; ${again}; ${wait}`);
	t.deepEqual([lines, isCut, restart], [["one"], false, "rst:0xc (RTC_SW_CPU_RST)"]);
});

test.serial("an emulator that stands still is ended, also when it is stopped", async (t) => {
	const { how, isCut, restart } = await runScript(t, `${rom}; kill -STOP $$`, "", 1000);
	t.deepEqual([how, isCut, restart], ["the deadline", false, ""]);
});

test.serial("an emulator that can't be started, or ends by itself, is no cut", async (t) => {
	const { how, isCut, output } = await runScript(t, "echo 'Could not set up host forwarding: port in use' >&2; exit 1");
	t.deepEqual([how, isCut], ["code 1", false]);
	t.regex(output, /port in use/);
});
