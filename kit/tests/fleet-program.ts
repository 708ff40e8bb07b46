/** `npm run fleet`, in a process of its own. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { superuser } from "../../service/login.js";
import type { PlainService } from "../../service/plain-service.js";
import { type Ended, Program } from "../../host-tests/runner/program.js";

export const fleetProgram = fileURLToPath(new URL("../fleet/main.js", import.meta.url));

/** The superuser's login, as the command's environment has it. */
export function superuserOf({ password }: PlainService): Record<string, string> {
	return { RECORDS_SUPERUSER: superuser, RECORDS_SUPERUSER_PASSWORD: password };
}

export function runFleet(parameters: readonly string[], environment: Readonly<Record<string, string>>, folder?: string): Promise<Ended> {
	return new Program([fleetProgram, ...parameters], environment, undefined, folder).ended;
}

/** The rows of a file of devices. */
export function rowsOf(file: string): string[][] {
	return readFileSync(file, "utf8").trimEnd().split("\n").slice(1).map((line) => line.split(","));
}
