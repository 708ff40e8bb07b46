/** The kit's migrations, taken back and applied again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { findBinary } from "../../service/binary.js";
import { projectRoot } from "../../service/project.js";
import { folder } from "../../host-tests/runner/folder.js";

const migrations = join(projectRoot(), "kit", "pb_migrations");

test("migrations that are taken back are applied again", async (t) => {
	const binary = await findBinary();
	const data = await folder(t);
	const migrate = async (...parameters: string[]): Promise<string> => {
		const child = spawn(binary, ["migrate", ...parameters, "--dir", join(data, "pb_data"), "--migrationsDir", migrations, "--dev=false"], { stdio: ["pipe", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (text: string) => output += text);
		child.stdin.end("y\n"); // "Do you really want to revert …?"
		await once(child, "close");
		return output;
	};
	await migrate("up");
	const names = readdirSync(migrations);
	for (const [outcome, ...parameters] of [["Reverted", "down", String(names.length)], ["Applied", "up"]]) {
		const output = await migrate(...parameters);
		for (const name of names)
			t.regex(output, new RegExp(`${outcome} ${name}$`, "m"));
	}
});
