import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { folder as folderOf } from "../runner/folder.js";

const modules = ["device-tests/host/scratch.js", "tools/moddable/command.js"].map((path) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href));

/** Writes a token into its scratch folder, has a child that writes one again and again, and tells the folder and the child. */
const script = `
	import { writeFileSync } from "node:fs";
	import { Scratch } from ${modules[0]};
	import { exitOnSignals, run } from ${modules[1]};
	exitOnSignals(1);
	const scratch = await Scratch.make("records-scratch-");
	writeFileSync(scratch.folder + "/modpreferences.json", "a token");
	writeFileSync(process.env.OTHER, "left elsewhere");
	scratch.add(process.env.OTHER);
	void run("/bin/sh", ["-c", "echo $$; while :; do echo token > token; done"], {
		folder: scratch.folder,
		deadline: 600000,
		onLine(id) {
			console.log(scratch.folder + " " + id);
			if (process.env.END === "exit")
				process.exit(0);
			if (process.env.END === "exception")
				setTimeout(() => { throw new Error("a fault of the tests"); });
		}
	});
`;

/** Waits until it is so; ava's timeout is the limit. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition())
		await sleep(20);
}

function isAlive(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	}
	catch {
		return false;
	}
}

for (const end of ["exit", "exception", "SIGHUP", "SIGINT", "SIGTERM", "SIGKILL"]) {
	test(`the device tests leave nothing behind: ${end}`, async (t) => {
		const elsewhere = await folderOf(t);
		const other = join(elsewhere, "made by a tool");
		const environment = { ...process.env, END: end, OTHER: other };
		const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { env: environment, stdio: ["ignore", "pipe", "ignore"] });
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => output += text);
		const gone = once(child, "exit");
		while (!output.includes("\n"))
			await once(child.stdout, "data");
		const [folder, id] = output.trim().split(" ");
		t.teardown(() => isAlive(Number(id)) && process.kill(Number(id), "SIGKILL"));
		if (end.startsWith("SIG"))
			child.kill(end as NodeJS.Signals);
		await gone;
		if (end === "SIGKILL") {
			// Whatever still runs writes into a folder that is gone. The loader, which is what runs here, ends with its parent.
			await until(() => !existsSync(folder) && !existsSync(other));
		}
		t.false(existsSync(folder));
		t.false(existsSync(other));
		if (end !== "SIGKILL")
			await until(() => !isAlive(Number(id)));
	});
}
