import { readArguments, usage, type Arguments } from "./arguments.js";
import { startService, type Service } from "./launcher.js";

async function main(): Promise<number> {
	let given: Arguments;
	try {
		given = readArguments(process.argv.slice(2));
	} catch (error) {
		console.error(`${textOf(error)}\n\n${usage}`);
		return 1;
	}
	if (given.help) {
		console.log(usage);
		return 0;
	}
	try {
		return await run(given);
	} catch (error) {
		console.error(textOf(error));
		return 1;
	}
}

async function run(given: Arguments): Promise<number> {
	let stopping = false;
	const starting = startService(given.data === undefined ? { port: given.port } : { port: given.port, data: given.data });
	const end = async (): Promise<void> => {
		const again = stopping;
		stopping = true;
		const service = await starting.catch(() => undefined); // run() reports it
		await (again ? service?.kill() : service?.stop());
	};
	process.on("SIGINT", () => void end());
	process.on("SIGTERM", () => void end());
	whenOrphaned(() => void end());

	const service = await starting;
	if (!stopping) announce(service);
	const how = await service.exited;
	if (stopping) return 0;

	console.error(how);
	return 1;
}

/** npm passes a SIGTERM on to its shell only, which ends and would leave this process behind. */
function whenOrphaned(callback: () => void): void {
	if (process.env.npm_lifecycle_event === undefined) return;

	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		callback();
	}, 250); // milliseconds
	timer.unref();
}

function announce(service: Service): void {
	console.log(`records service ready at ${service.url}`);
	console.log("devices: device-one, device-two");
	console.log(`data: ${service.data}`);
}

function textOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

// Not process.exit(): what was printed into a pipe may still be on its way.
process.exitCode = await main();
