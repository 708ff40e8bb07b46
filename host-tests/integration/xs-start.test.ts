import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { Program } from "../runner/program.js";
import { folder as folderOf } from "../runner/folder.js";
import { testOnXS } from "../runner/on-xs.js";

const test = await testOnXS("the sensor firmware on XS");

test("the firmware runs on XS; the next run restores the token, on XS or on Node", async (t) => {
	const folder = await folderOf(t);
	const environment = { RECORDS_DATA: join(folder, "data"), RECORDS_PREFERENCES: join(folder, "preferences.json"), RECORDS_FILES: join(folder, "files") };
	const run = async (engine: string): Promise<string> => {
		const parameters = [join(projectRoot(), "build", "examples", "start.js"), "--engine", engine, "--count", "2", "--interval", "0"];
		const { code, errors, output } = await new Program(parameters, environment, t).ended;
		t.is(code, 0, output + errors);
		return output;
	};
	t.regex(await run("xs"), /\nreading +1 .*\n(.*\n)*login {4}as device-one, token stored in preferences\n(.*\n)+summary {2}put 2, left 0, connections used 1, read back 2, none twice\nlook /);
	for (const engine of ["xs", "node"])
		t.regex(await run(engine), /\ntoken {4}restored from preferences and renewed\n(.*\n)+summary {2}put 2, left 0, connections used 1, read back 2, none twice\nlook /);
});
