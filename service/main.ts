import { readArguments } from "./arguments.mjs";
import { startService, type Service } from "./launcher.js";
import { loginText, operator, superuser } from "./login.js";
import { isLoopback, knownOperatorPassword, knownPassword, networkUrls } from "./network.js";

async function main(): Promise<number> {
	try {
		return await run(readArguments(process.argv.slice(2)));
	}
	catch (error) {
		console.error(textOf(error));
		return 1;
	}
}

async function run(given: ReturnType<typeof readArguments>): Promise<number> {
	let stopping = false;
	const { host, port, data } = given;
	const starting = startService({ host, port, login: true, ...data === undefined ? {} : { data } });
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
	const accounts = await accountsText(service);
	if (!stopping)
		announce(service, accounts);
	const how = await service.exited;
	if (stopping)
		return 0;

	console.error(how);
	return 1;
}

/** npm passes a SIGTERM on to its shell only, which ends and would leave this process behind. */
function whenOrphaned(callback: () => void): void {
	if (process.env.npm_lifecycle_event === undefined)
		return;

	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent)
			return;
		clearInterval(timer);
		callback();
	}, 250); // milliseconds
	timer.unref();
}

/** The operator and the devices that are there from the start, and their passwords where only this machine reaches them. */
async function accountsText({ host, url }: Service): Promise<string> {
	const names = "devices: device-one, device-two";
	if (!isLoopback(host))
		return `operator: ${operator}\n${names}`;
	const [isOperatorKnown, isKnown] = await Promise.all([logsIn(url, "operators", operator, knownOperatorPassword), logsIn(url, "users", "device-one", knownPassword)]);
	return `operator: ${operator}, ${isOperatorKnown ? `password ${knownOperatorPassword}` : "with a password that somebody has changed"}\n${names}, ${isKnown ? `password ${knownPassword}` : "with the password that RECORDS_DEVICE_PASSWORD was when the data was made"}`;
}

async function logsIn(url: string, collection: string, identity: string, password: string): Promise<boolean> {
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify({ identity, password });
	const address = `${url}/api/collections/${collection}/auth-with-password`;
	const response = await fetch(address, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
	await response?.body?.cancel();
	return response?.status === 200;
}

function announce({ data, host, login, passwords, port, url, warning }: Service, accounts: string): void {
	const urls = isLoopback(host) ? [] : networkUrls(host, port);
	console.log(`records service ready at ${[...new Set([url, ...urls])].join(", ")}`);
	// A phone opens none of this machine's own addresses.
	console.log(`live page: ${(urls.length > 0 ? urls : [url]).map((address) => `${address}/`).join(", ")}`);
	console.log(`dashboard: ${url}/_/`);
	console.log(accounts);
	if (login !== undefined)
		console.log(loginText(login, data));
	console.log(`data: ${data}`);
	if (warning !== "")
		console.log(warning);
	if (isLoopback(host)) {
		console.log("only this machine reaches it; for boards: npm run service -- --host 0.0.0.0");
		return;
	}
	console.log("everybody in the network reaches it, by http: what is sent can be read on the way");
	if (passwords === undefined)
		console.log("passwords: those that were printed when this data was first served to a network");
	for (const [name, password] of Object.entries(passwords ?? {})) {
		console.log(`password of ${{ superuser, operator }[name] ?? name}, shown this once: ${password}`);
	}
}

function textOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

// Not process.exit(): what was printed into a pipe may still be on its way.
process.exitCode = await main();
