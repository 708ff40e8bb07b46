/** Tables of bytecode, as the SDK's compiler makes it of what ships. */
import { count, row } from "../../tools/report/table.js";

export type Modules = readonly (readonly [module: string, bytes: number])[];

/** What the PocketBase SDK needs besides TLS: the SDK's fetch with what that is made of, and shims of ours (bench/sdk/pocketbase). */
const needed: readonly string[] = [
	"pocketbase", "fetch", "headers", "url", "embedded:network/http/client", "httpclient/config", "bench/shims", "embedded:network/dns/resolver/udp",
	"dns/serializer", "dns/parser", "dns"
];

export function sum(modules: Modules): number {
	return modules.reduce((total, [, bytes]) => total + bytes, 0);
}

/** What an app with the PocketBase SDK needs to speak plain HTTP. @param added to an app that has a network only */
export function neededByPocketBase(added: Modules): Modules {
	return added.filter(([name]) => needed.includes(name));
}

/**
 * @param library modules that including the library adds to an app
 * @param pocketbase modules that the PocketBase SDK adds
 */
export function bytecodeReport(library: Modules, pocketbase: Modules): string[] {
	const plain = neededByPocketBase(pocketbase);
	const all = pocketbase.filter(([name]) => !name.startsWith("bench/") || needed.includes(name));
	return [
		"### Bytecode that including the library adds\n",
		...table(library, [["together", sum(library)]]),
		"### Bytecode of the PocketBase SDK with what it needs\n",
		"On the SDK's `fetch`, with shims for what `fetch` lacks (`bench/sdk/pocketbase/shims.js`).\n",
		...table(plain, [["together", sum(plain)], ["with the SDK's TLS", sum(all)]])
	];
}

function table(modules: Modules, sums: Modules): string[] {
	return [
		row(["module", "bytes"]), row(["---", "---:"]),
		...modules.map(([name, bytes]) => row([`\`${name}\``, count(bytes)])), ...sums.map(([name, bytes]) => row([name, count(bytes)])), ""
	];
}
