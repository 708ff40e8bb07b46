import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { programOf } from "../installed.js";
import { run } from "./command.js";

/** What is needed and is not here; the message is one line for each. */
export class Missing extends Error {}

/** The tools, found. */
export interface ToolChain {
	readonly moddable: string;
	/** With the SDK's tools in PATH, and without what npm adds to it: users have no tsc of this project there. */
	readonly environment: NodeJS.ProcessEnv;
	/** Folder of everything built; kept, because the engine in it is the same the next time. */
	readonly out: string;
}

/** @throws Missing */
export function findSDK(): ToolChain {
	const moddable = process.env.MODDABLE ?? "";
	if (moddable === "")
		throw new Missing("$MODDABLE is not set: install the Moddable SDK (8 or newer) and let MODDABLE name its folder.");
	if (!existsSync(join(moddable, "examples", "manifest_base.json")))
		throw new Missing(`$MODDABLE is ${moddable}, which is not the Moddable SDK: examples/manifest_base.json is not there.`);
	const built = ["release", "debug"].map((kind) => join(moddable, "build", "bin", "lin", kind));
	const users = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
	const path = [...users, ...built].join(delimiter);
	if (programOf("mcconfig", path) === undefined)
		throw new Missing(`mcconfig is neither in PATH nor in ${built[0]}: build the SDK's tools (make in build/makefiles/lin).`);
	return { moddable, environment: { ...process.env, MODDABLE: moddable, PATH: path }, out: join(projectRoot(), "build", "device", "out") };
}

/** What runs the app on Linux. @throws Missing */
export async function findCompiler(tools: ToolChain): Promise<readonly string[]> {
	if (process.platform !== "linux")
		throw new Missing(`The simulator's loader is for Linux, this is ${process.platform}. Name a board with --platform instead.`);
	const missing = ["cc", "make", "pkg-config"].filter((tool) => programOf(tool, tools.environment.PATH) === undefined);
	if (missing.length > 0)
		throw new Missing(missing.map((tool) => `${tool} is not in PATH: install a C compiler, make and pkg-config.`).join("\n"));
	const glib = await run("pkg-config", ["--cflags", "--libs", "glib-2.0"], { deadline: 10_000 });
	if (glib.code !== 0)
		throw new Missing("glib-2.0 is not known to pkg-config: install its development package (libglib2.0-dev, glib2-devel).");
	return glib.output.trim().split(/\s+/);
}

/** What builds for an ESP32; mcconfig asks for the rest. @throws Missing */
export function findBoardTools({ environment: { IDF_PATH } }: ToolChain): void {
	if (IDF_PATH === undefined || !existsSync(IDF_PATH))
		throw new Missing("ESP-IDF is not here: $IDF_PATH is not set or names no folder (documentation/devices/esp32.md in the SDK).");
}

/** Names of the ESP32-C3 in QEMU: Espressif's, and that of a fork. */
const machines = ["esp32c3", "esp32c3-picsimlab"];

/**
 * Finds what builds an image for the ESP32-C3 and runs it in QEMU.
 * @returns the name of QEMU's machine
 * @throws Missing with a line for each tool that is not here, which says how to get it
 */
export async function findEmulator({ environment }: ToolChain): Promise<string> {
	const { IDF_PATH = "", PATH } = environment;
	const missing: string[] = [];
	if (IDF_PATH === "")
		missing.push("$IDF_PATH is not set: install ESP-IDF v6.0 and let IDF_PATH name its folder (documentation/devices/esp32.md in the SDK).");
	else if (!existsSync(join(IDF_PATH, "tools", "cmake", "project.cmake")))
		missing.push(`$IDF_PATH is ${IDF_PATH}, which is not ESP-IDF: tools/cmake/project.cmake is not there.`);
	const wanted = {
		"idf.py": "run `. $IDF_PATH/export.sh`.",
		"riscv32-esp-elf-gcc": "run `$IDF_PATH/install.sh esp32c3`, then `. $IDF_PATH/export.sh`.",
		"qemu-system-riscv32": "run `python $IDF_PATH/tools/idf_tools.py install qemu-riscv32`, then `. $IDF_PATH/export.sh`."
	};
	for (const [tool, how] of Object.entries(wanted)) {
		if (programOf(tool, PATH) === undefined)
			missing.push(`${tool} is not in PATH: ${how}`);
	}
	if (missing.length > 0)
		throw new Missing(missing.join("\n"));
	const { output } = await run("qemu-system-riscv32", ["-machine", "help"], { environment, deadline: 30_000 });
	const machine = machines.find((name) => new RegExp(`^${name} `, "m").test(output));
	if (machine === undefined)
		throw new Missing("qemu-system-riscv32 has no ESP32-C3: Debian's has none, Espressif's has (`idf_tools.py install qemu-riscv32`).");
	return machine;
}
