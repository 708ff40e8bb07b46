import { resolve } from "node:path";
import { readArguments } from "./arguments.mjs";
import { exportKit } from "./export.js";

const { folder } = readArguments(process.argv.slice(2));
try {
	await exportKit(resolve(folder));
	console.log(`the service kit is in ${resolve(folder)}: copy pb_migrations, pb_hooks and pb_public beside your PocketBase 0.39, and start it again`);
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
