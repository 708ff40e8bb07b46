import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { dts } from "rollup-plugin-dts";
import { classes } from "./rollup/classes.mjs";
import { compiled, compiledPath, compiling, typescript } from "./rollup/compiled.mjs";
import { constants } from "./rollup/constants.mjs";
import { destructuring } from "./rollup/destructuring.mjs";
import { namespaces } from "./rollup/namespaces.mjs";
import { sharing } from "./rollup/shared.mjs";
import { coldTexts, putTexts, texts } from "./rollup/texts.mjs";

/** Modules of the Moddable SDK, which the app's manifest brings. */
const sdk = [/^embedded:/, /^ssl\//, "crypt", "curve", "instrumentation", "modular", "mont", "net", "preference", "resetReason", "Resource", "rng", "sntp", "text/encoder", "time", "timer"];
const node = [/^node:/, "records-client/wifi/ready"];

/** Declares what the SDK's own declarations of its files lack. */
const files = "lib/moddable/storage-files.d.ts";

/** The bundles of the package, with what package.json's exports and the manifests call them: the source of each, what it may import, whether nothing of it runs once a request or a `put`, a file that its declarations refer to, and whether it only exports: the SDK's compiler crashes on a source map without sources. */
const bundles = {
	"dist/internal.js": { input: "lib/moddable/internal.ts", external: sdk, isUntyped: true },
	"dist/internal-streams.js": { input: "lib/streams/streamed-body.ts", external: [], isCold: true, isUntyped: true },
	"dist/records-client.js": { input: "lib/moddable/index.ts", external: sdk, isList: true },
	"dist/tls.js": { input: "lib/moddable/tls/socket.ts", external: sdk, isCold: true },
	"dist/without-tls.js": { input: "lib/moddable/without-tls.ts", external: [], isCold: true, isUntyped: true },
	"dist/node-internal.js": { input: "host/internal.ts", external: node, isUntyped: true },
	"dist/node.js": { input: "host/node.ts", external: node, isList: true },
	"dist/outbox.js": { input: "lib/moddable/outbox.ts", external: sdk },
	"dist/http-client.js": { input: "lib/http-client/index.ts", external: sdk },
	"dist/outbox-files.js": { input: "lib/outbox/file-storage.ts", external: [], ambient: files },
	"dist/outbox-ram.js": { input: "lib/outbox/ram-storage.ts", external: [] },
	"dist/abort.js": { input: "lib/abort/abort-controller.ts", external: [], isCold: true },
	"dist/node-abort.js": { input: "host/abort.ts", external: [], isCold: true },
	"dist/batch.js": { input: "lib/batch/batch.ts", external: [], isCold: true },
	"dist/files.js": { input: "lib/files/index.ts", external: [], isCold: true },
	"dist/filter.js": { input: "lib/filter/filter.ts", external: [], isCold: true },
	"dist/health.js": { input: "lib/moddable/health.ts", external: sdk, isCold: true },
	"dist/health-simulator.js": { input: "lib/moddable/health-simulator.ts", external: [], isCold: true, isUntyped: true },
	"dist/node-health.js": { input: "host/health.ts", external: node, isCold: true },
	"dist/lists.js": { input: "lib/lists/each-record.ts", external: [], isCold: true },
	"dist/live.js": { input: "lib/moddable/live.ts", external: sdk, isCold: true },
	"dist/node-live.js": { input: "host/live.ts", external: node, isCold: true },
	"dist/wifi.js": { input: "lib/moddable/wifi.ts", external: sdk, isCold: true },
	"dist/wifi-ready.js": { input: "lib/wifi/ready-network.ts", external: [], isCold: true },
	"dist/wifi-simulator.js": { input: "lib/moddable/wifi-simulator.ts", external: sdk, isCold: true, isUntyped: true },
	"dist/outbox-files-simulator.js": { input: "lib/moddable/outbox-files-simulator.ts", external: sdk, isCold: true, ambient: files },
	"dist/node-wifi.js": { input: "host/wifi.ts", external: node, isCold: true },
	"dist/node-outbox.js": { input: "host/outbox.ts", external: node },
	"dist/node-outbox-files.js": { input: "host/outbox-files.ts", external: node }
};

const { exports } = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("./package.json")), "utf8"));
const shared = sharing(Object.fromEntries(Object.entries(bundles).map(([file, { input }]) => [file, compiledPath(input, ".js")])), exports);

/** What XS runs better than what the source says; each refuses what it can't follow. */
export const forXS = [...constants, destructuring, classes, namespaces];

function library(file, { external, input, isCold, isList = false }) {
	return {
		input: compiledPath(input, ".js"),
		external,
		output: { file, format: "es", sourcemap: !isList, sourcemapExcludeSources: true },
		plugins: [shared(file), compiled, ...forXS, isCold ? coldTexts : input.includes("outbox") ? putTexts : texts]
	};
}

/** The same bundle without any rewrite, for Node: the shared cases must say the same of both. */
function plain(file, bundle) {
	const { output, plugins: [share, read], ...options } = library(file, bundle);
	return { ...options, output: { ...output, file: file.replace("dist", "build/plain") }, plugins: [share, read] };
}

/** The bundles that package.json gives to Node. */
const onNode = new Set(Object.values(exports).map((target) => String(target.default?.default ?? target.default ?? target).slice(2)));

/** A program of the package, for Node alone: all that it needs is in it. */
const program = {
	input: compiledPath("host/ca/main.ts", ".js"),
	external: node,
	output: { file: "dist/ca.js", format: "es", banner: "#!/usr/bin/env node" },
	plugins: [compiled]
};

/** A class or type that one of its name extends, which only shows in declarations: `RecordsClient$1` becomes `RecordsClientBase`. */
const bases = {
	name: "bases",
	renderChunk: (code) => code.replace(/\b(\w+)\$1(?![\w$])/g, "$1Base")
};

function declarations(file, { ambient, external, input }) {
	const banner = ambient === undefined ? "" : `/// <reference path="../${ambient}" />`;
	return { input: compiledPath(input, ".d.ts"), external, output: { file: file.replace(/js$/, "d.ts"), format: "es", banner }, plugins: [dts({ tsconfig: "lib/tsconfig.json" }), bases] };
}

/** The firmware as the host runs it: the same main.ts, on Node with stand-ins for the SDK's modules, on XS as it is. */
const firmware = {
	input: "examples/sensor/main.ts",
	external: [/^records-client(\/|$)/, "timer", "mc/config", "embedded:storage/files"],
	output: [
		{
			file: "build/firmware/sensor.js",
			format: "es",
			sourcemap: true,
			paths: Object.fromEntries(Object.entries({ timer: "timer", "mc/config": "config", "embedded:storage/files": "files" })
				.map(([module, name]) => [module, `../host/firmware/${name}.js`]))
		},
		{ file: "build/xs/sensor.js", format: "es", sourcemap: true }
	],
	plugins: [typescript("examples/sensor/tsconfig.json")]
};

/** The smaller examples as the host runs them, with stand-ins for the SDK's modules. */
function hostExample(name, input = `${name}/main`) {
	const standIns = { "crypt": "crypt", "curve": "curve", "modular": "modular", "timer": "timer", "mc/config": "config", "embedded:storage/files": "files", "embedded:io/socket/udp": "udp", "preference": "preference", "button": "button", "relay": "relay" };
	return {
		input: `examples/${input}.js`,
		external: ["records-client", "records-client/files", "records-client/filter", "records-client/lists", "records-client/live", "records-client/outbox", "records-client/outbox/files", ...Object.keys(standIns)],
		output: {
			file: `build/firmware/${name}.js`,
			format: "es",
			sourcemap: true,
			paths: Object.fromEntries(Object.entries(standIns).map(([module, file]) => [module, `../host/firmware/${file}.js`]))
		},
		plugins: [withExtension]
	};
}

/** The SDK's tools find a module without its file's extension. */
const withExtension = {
	name: "with-extension",
	resolveId(source, importer) {
		// The simulator's is good for the host, too.
		if (source === "partition")
			return this.resolve("./simulator/partition.js", importer);
		return importer !== undefined && source.startsWith("./") && !source.endsWith(".js") ? this.resolve(`${source}.js`, importer) : null;
	}
};

/** What runs on XS from npm: the script that makes it a device, and the shared cases as one module. */
function onXS(input, format) {
	return {
		input,
		external: ["embedded:storage/files", /^records-client(\/|$)/, "timer"],
		output: { file: `build/xs/${basename(input, ".ts")}.js`, format, sourcemap: true },
		plugins: [typescript("host-tests/xs/tsconfig.json")]
	};
}

/** The test application for simulator and boards; a type error ends the build. */
function device(input, file, tsconfig = "device-tests/tsconfig.json") {
	return {
		input,
		external: [...sdk, "cases", "crypt", "debug", "gauges", "gcm", "mc/config", "records-client", /^records-client\//, "refuse-changes", "rng", "text/decoder"],
		output: { file: `build/device/${file}`, format: "es", sourcemap: true, sourcemapExcludeSources: true },
		plugins: [typescript(tsconfig)]
	};
}

/** What the bench's scripts send requests with: modules of their own, to be preloaded as the library is. */
const senders = {
	name: "senders",
	resolveId(source) {
		const [, name] = /^\.\/(\w+-sender)\.js$/.exec(source) ?? [];
		return name === undefined ? null : { id: `bench/${name}`, external: true };
	}
};

/** Scripts that measure, each a module of one app of the SDK; XS from npm runs them, too. */
function deviceBench(name, folder = "app") {
	return {
		input: `bench/sdk/app/${name}.ts`,
		external: [...sdk, "bench/host", "bench/shims", "http", "pocketbase", "records-client", /^records-client\//],
		output: { file: `build/bench/sdk/${folder}/${name}.js`, format: "es", sourcemap: true },
		plugins: [senders, typescript("bench/sdk/app/tsconfig.json")]
	};
}

/** The bundles, by what they are for; rollup/build.mjs makes those that a command needs. */
export const targets = {
	library: [
		compiling([...Object.values(bundles).map(({ input }) => input), "host/ca/main.ts"]),
		...Object.entries(bundles).map(([file, bundle]) => library(file, bundle)),
		program,
		...Object.entries(bundles).filter(([, { isUntyped }]) => !isUntyped).map(([file, bundle]) => declarations(file, bundle))
	],
	plain: Object.entries(bundles).filter(([file]) => onNode.has(file)).map(([file, bundle]) => plain(file, bundle)),
	firmware: [firmware, ...["button", "weather", "gateway", "history", "camera", "relay", "update", "provision"].map((name) => hostExample(name)), ...["installer", "signature"].map((name) => hostExample(name, `update/${name}`))],
	xs: [onXS("tools/xs/worker/boot.ts", "iife"), onXS("host-tests/xs/cases.ts", "es"), onXS("host-tests/xs/outbox-life.ts", "es")],
	device: [
		device("device-tests/main.ts", "main.js"),
		device("device-tests/emulator/main.ts", "emulator.js"),
		...["tls", "flash", "resets", "readings", "nvs", "encrypted", "unlinked"].map((name) => device(`device-tests/emulator/${name}/main.ts`, `emulator-${name}.js`)),
		device("device-tests/app/abort.ts", "abort.js"),
		device("host-tests/contract/index.ts", "cases.js"),
		...["main", "fixed-rng"].map((name) => device(`device-tests/tls-attack/${name}.ts`, `tls-attack/${name}.js`, "device-tests/tls-attack/tsconfig.json")),
		device("device-tests/tls-strangers/main.ts", "tls-strangers/main.js", "device-tests/tls-strangers/tsconfig.json"),
		device("device-tests/board/outbox/main.ts", "board-outbox.js", "device-tests/board/outbox/tsconfig.json")
	],
	bench: [
		...["ours", "ours-own", "ours-entries", "ours-files", "ours-left", "ours-lists", "ours-live", "ours-outbox-cost", "ours-outbox-live", "ours-outbox-text", "ours-soak", "ours-wake", "ours-tls", "ours-entries-tls", "ours-handshakes", "ours-wake-tls", "ours-moddable", "moddable", "legacy", "raw", "moddable-sender", "legacy-sender", "raw-sender"].map((name) => deviceBench(name)),
		...["ours", "ours-lists", "ours-tls", "ours-handshake", "ours-moddable", "moddable", "legacy", "raw", "base"].map((client) => deviceBench(`${client}-creates`)),
		...["pocketbase", "pocketbase-creates"].map((name) => deviceBench(name, "pocketbase"))
	]
};

export default Object.values(targets).flat();
