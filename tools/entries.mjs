/** `npm run entries`: writes what follows from the table of entries into package.json and the manifests. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";
import { bundlesFor, entries, shortName } from "../lib/entries.mjs";

/** Modules that each app has. */
const client = entries.filter(({ manifest }) => manifest === undefined).map(({ name }) => name);
const unpredictable = "records-client: random numbers are the same at each start of this simulator, and keys of TLS can be predicted; use it with test data only";

/**
 * The manifest of the client. As all manifests here, it has the paths from manifests/.
 * @param {boolean} withTLS
 */
function clientManifest(withTLS) {
	/** @type {Readonly<Record<string, string>>} */
	const standIns = { "records-client/internal/json": "json-in-c", ...withTLS ? {} : { "records-client/tls": "without-tls" } };
	return {
		build: { MODULES: "$(MODDABLE)/modules" },
		include: ["io/manifest", "files/preference/manifest", "data/text/encoder/manifest", ...withTLS ? ["crypt/tls_419"] : []].map((name) => `$(MODDABLE)/modules/${name}.json`),
		modules: { ...Object.fromEntries(client.map((name) => [name, `../dist/${standIns[name] ?? shortName(name)}`])), "*": "../lib/moddable/json-scan" },
		platforms: {
			"lin": { modules: { "*": "../lib/moddable/seed-simulator" }, creation: { stack: 1024 } },
			"mac": { warning: unpredictable, preload: client },
			"win": { warning: unpredictable, preload: client },
			"esp": { error: "records-client does not run on ESP8266: its stack of 256 slots and its 32 KB of memory are too small" },
			"pico": { error: "records-client does not run on Pico: the SDK has no flash storage there, and random numbers that can be predicted, which TLS and the times of retries need" },
			"zephyr": { error: "records-client does not run on Zephyr: the SDK has no preferences there, and random numbers that can be predicted, which TLS needs" },
			"...": { preload: client }
		}
	};
}

/** For readings in raw flash: the storage is a partition of the SDK's, without a module of the library. */
const flashManifest = {
	include: ["./outbox.json", "$(MODDABLE)/modules/io/flash/manifest.json"],
	platforms: {
		"esp32": {},
		"mac": {},
		"zephyr": {},
		"...": { error: "the SDK has no raw flash for this platform: keep the readings in files (manifests/outbox-files.json) or in RAM (manifests/outbox-ram.json)" }
	}
};

/** @param {import("../lib/entries.mjs").Entry} entry */
function manifestOf({ manifest: { include, modules, platforms } = {}, name }) {
	return {
		include,
		modules: modules ?? { [name]: `../dist/${shortName(name)}` },
		platforms: platforms ?? { "lin": {}, "...": { preload: name } }
	};
}

/** What `exports` has for a bundle. @param {{ readonly file: string, readonly isUntyped?: boolean }} bundle */
function targetOf({ file, isUntyped = false }) {
	return isUntyped ? `./${file}` : { types: `./${file.replace(/js$/, "d.ts")}`, default: `./${file}` };
}

/** @param {string} name of an entry */
function exportOf(name) {
	const [device, node] = /** @type {const} */ (["device", "node"]).map((platform) => bundlesFor(platform).find((bundle) => bundle.name === name));
	if (node === undefined)
		return { moddable: device && targetOf(device) };
	const target = targetOf(node);
	if (device === undefined || device.file === node.file)
		return target;
	return { moddable: targetOf(device), ...typeof target === "string" ? { default: target } : target };
}

/** @param {object} value */
function json(value) {
	return `${JSON.stringify(value, null, "\t")}\n`;
}

/**
 * @param {string} root the project's folder
 * @returns {Readonly<Record<string, string>>} by its path, the text that each file should have
 */
export function entryFiles(root) {
	const exports = Object.fromEntries([
		...entries.map(({ name }) => [name.replace("records-client", "."), exportOf(name)]),
		...["./manifest.json", "./manifests/*.json", "./package.json"].map((path) => [path, path])
	]);
	const others = entries.filter(({ manifest }) => manifest !== undefined);
	return {
		"package.json": readFileSync(join(root, "package.json"), "utf8").replace(/^\t"exports": \{[^]*?^\t\}/m, () => `\t"exports": ${json(exports).trimEnd().replaceAll("\n", "\n\t")}`),
		"manifest.json": json(clientManifest(true)).replaceAll('"../', '"./'),
		"manifests/http.json": json(clientManifest(false)),
		"manifests/outbox-flash.json": json(flashManifest),
		...Object.fromEntries(others.map((entry) => [`manifests/${shortName(entry.name)}.json`, json(manifestOf(entry))])),
		"device-tests/entries.json": json({ include: others.map(({ name }) => `../manifests/${shortName(name)}.json`) })
	};
}

const usage = `usage: npm run entries -- [options]

  --help   print this text

Writes what follows from lib/entries.mjs into package.json, manifest.json, manifests/ and
device-tests/entries.json.`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	if (process.argv.includes("--help")) {
		console.log(usage);
		process.exit();
	}
	const root = fileURLToPath(new URL("..", import.meta.url));
	for (const [path, text] of Object.entries(entryFiles(root)))
		writeFileSync(join(root, path), text);
}
