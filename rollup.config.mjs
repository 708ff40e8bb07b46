import { basename } from "node:path";
import pluginTypescript from "@rollup/plugin-typescript";
import { dts } from "rollup-plugin-dts";
import { minify } from "terser";
import { bundlesFor, standIns } from "./lib/entries.mjs";
import { compiled, compiledPath, refusing, typescript } from "./rollup/compiled.mjs";
import { constants } from "./rollup/constants.mjs";
import { destructuring } from "./rollup/destructuring.mjs";
import { sharing } from "./rollup/shared.mjs";
import { coldTexts, putTexts, texts } from "./rollup/texts.mjs";

/** Modules of the Moddable SDK, which the app's manifest brings. */
const sdk = [/^embedded:/, /^ssl\//, "crypt", "curve", "instrumentation", "modular", "mont", "net", "preference", "resetReason", "Resource", "rng", "sntp", "text/encoder", "time", "timer"];
const node = [/^node:/, "records-client/wifi/ready"];
/** What apps import of the package. */
const ofPackage = /^records-client(\/|$)/;

const forDevices = bundlesFor("device"), forNode = bundlesFor("node");
/** Node's bundles that devices have no part of. */
const nodesOwn = forNode.filter(({ file }) => !forDevices.some((bundle) => bundle.file === file));
/**
 * The SDK's xsc takes the first source of a map for the source of all lines, so a bundle that it compiles does not name its
 * map: a trace of the SDK has file and line of the bundle.
 */
const unnamed = "hidden";
/** The bundles of the package: of each entry, and what stands in for one. A stand-in shares nothing. */
const bundles = [
	...forDevices.map((bundle) => ({ ...bundle, external: sdk, sourcemap: unnamed, shared: sharing(forDevices, bundle.file) })),
	...nodesOwn.map((bundle) => ({ ...bundle, external: node, sourcemap: true, shared: sharing(forNode, bundle.file), ambient: undefined })),
	...standIns.map((bundle) => ({ ...bundle, external: sdk, sourcemap: unnamed, shared: sharing([], bundle.file) }))
];

/** What XS runs better than what the source says; each refuses what it can't follow. */
export const forXS = [...constants, destructuring];

const hotTexts = { requests: texts, puts: putTexts };

function library({ external, file, hot, isList = false, shared, source, sourcemap }) {
	return {
		input: compiledPath(source, ".js"),
		external,
		output: { file, format: "es", sourcemap: isList ? false : sourcemap, sourcemapExcludeSources: true },
		plugins: [shared, compiled, refusing, ...forXS, hotTexts[hot] ?? coldTexts]
	};
}

/** The same bundle without any rewrite, for Node: the shared cases must say the same of both. */
function plain(bundle) {
	return { ...library({ ...bundle, file: bundle.file.replace("dist", "build/plain") }), plugins: [bundle.shared, compiled] };
}

/** Nobody reads a program that is downloaded: its sources have the comments. */
const uncommented = {
	name: "uncommented",
	renderChunk: (code) => minify(code, { module: true, compress: false, mangle: false, format: { beautify: true, comments: false } })
};

/** A program of the package, for Node alone: all that it needs is in it. */
const program = {
	input: compiledPath("host/ca/main.ts", ".js"),
	external: node,
	output: { file: "dist/ca.js", format: "es", banner: "#!/usr/bin/env node" },
	plugins: [compiled, uncommented]
};

/** A class or type that one of its name extends, which only shows in declarations: `RecordsClient$1` becomes `RecordsClientBase`. */
const bases = {
	name: "bases",
	renderChunk: (code) => code.replace(/\b(\w+)\$1(?![\w$])/g, "$1Base")
};

function declarations({ ambient, external, file, source }) {
	const banner = ambient === undefined ? "" : `/// <reference path="../${ambient}" />`;
	return { input: compiledPath(source, ".d.ts"), external, output: { file: file.replace(/js$/, "d.ts"), format: "es", banner }, plugins: [dts({ tsconfig: "lib/tsconfig.json" }), bases] };
}

/** The plugin of Rollup, for a project of one bundle: it compiles a project anew for each of its bundles. */
const ofSensor = pluginTypescript({ tsconfig: "examples/sensor/tsconfig.json", noEmit: false, noEmitOnError: true, allowJs: false, checkJs: false });
/** For projects of many bundles. */
const ofXS = typescript("host-tests/xs/tsconfig.json");
const ofDevices = typescript("device-tests/tsconfig.json"), ofBoard = typescript("device-tests/board/outbox/tsconfig.json");
const ofAttack = typescript("device-tests/tls-attack/tsconfig.json"), ofStrangers = typescript("device-tests/tls-strangers/tsconfig.json");
const ofBench = typescript("bench/sdk/app/tsconfig.json");

/** The firmware as the host runs it: the same main.ts, on Node with stand-ins for the SDK's modules, on XS as it is. */
const firmware = {
	input: "examples/sensor/main.ts",
	external: [ofPackage, "timer", "mc/config", "embedded:storage/files"],
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
	plugins: [ofSensor]
};

/** The smaller examples as the host runs them, with stand-ins for the SDK's modules. */
function hostExample(name, input = `${name}/main`) {
	const sdkStandIns = { "crypt": "crypt", "curve": "curve", "modular": "modular", "timer": "timer", "mc/config": "config", "embedded:storage/files": "files", "embedded:io/socket/udp": "udp", "preference": "preference", "button": "button", "relay": "relay" };
	return {
		input: `examples/${input}.js`,
		external: [ofPackage, ...Object.keys(sdkStandIns)],
		output: {
			file: `build/firmware/${name}.js`,
			format: "es",
			sourcemap: true,
			paths: Object.fromEntries(Object.entries(sdkStandIns).map(([module, file]) => [module, `../host/firmware/${file}.js`]))
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
		external: ["embedded:storage/files", ofPackage, "timer"],
		output: { file: `build/xs/${basename(input, ".ts")}.js`, format, sourcemap: true },
		plugins: [ofXS]
	};
}

/** The test application for simulator and boards; a type error ends the build. */
function device(input, file, project = ofDevices) {
	return {
		input,
		external: [...sdk, "cases", "crypt", "debug", "gauges", "gcm", "mc/config", ofPackage, "refuse-changes", "rng", "text/decoder"],
		output: { file: `build/device/${file}`, format: "es", sourcemap: true, sourcemapExcludeSources: true },
		plugins: [project]
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
		external: [...sdk, "bench/host", "bench/shims", "http", "pocketbase", ofPackage],
		output: { file: `build/bench/sdk/${folder}/${name}.js`, format: "es", sourcemap: true },
		plugins: [senders, ofBench]
	};
}

/** The bundles, by what they are for; rollup/build.mjs makes those that a command needs. */
export const targets = {
	library: [
		...bundles.map((bundle) => library(bundle)),
		program,
		...bundles.filter(({ isUntyped }) => !isUntyped).map((bundle) => declarations(bundle))
	],
	plain: bundles.filter(({ file }) => forNode.some((bundle) => bundle.file === file)).map((bundle) => plain(bundle)),
	firmware: [firmware, ...["button", "weather", "gateway", "history", "camera", "relay", "update", "provision"].map((name) => hostExample(name)), ...["installer", "signature"].map((name) => hostExample(name, `update/${name}`))],
	xs: [onXS("tools/xs/worker/boot.ts", "iife"), onXS("host-tests/xs/cases.ts", "es"), onXS("host-tests/xs/outbox-life.ts", "es")],
	device: [
		device("device-tests/main.ts", "main.js"),
		device("device-tests/emulator/main.ts", "emulator.js"),
		...["tls", "flash", "resets", "readings", "nvs", "encrypted", "unlinked"].map((name) => device(`device-tests/emulator/${name}/main.ts`, `emulator-${name}.js`)),
		device("device-tests/app/abort.ts", "abort.js"),
		device("host-tests/contract/index.ts", "cases.js"),
		...["main", "fixed-rng"].map((name) => device(`device-tests/tls-attack/${name}.ts`, `tls-attack/${name}.js`, ofAttack)),
		device("device-tests/tls-strangers/main.ts", "tls-strangers/main.js", ofStrangers),
		device("device-tests/board/outbox/main.ts", "board-outbox.js", ofBoard)
	],
	bench: [
		...["ours", "ours-own", "ours-entries", "ours-files", "ours-growth", "ours-left", "ours-lists", "ours-live", "ours-outbox-cost", "ours-outbox-live", "ours-outbox-text", "ours-soak", "ours-wake", "ours-tls", "ours-handshakes", "ours-moddable", "ours-moddable-tls", "moddable", "legacy", "moddable-sender", "legacy-sender"].map((name) => deviceBench(name)),
		...["ours", "ours-tls", "ours-handshake", "ours-moddable", "moddable", "legacy", "base"].map((client) => deviceBench(`${client}-creates`)),
		...["pocketbase", "pocketbase-creates"].map((name) => deviceBench(name, "pocketbase"))
	]
};

export default Object.values(targets).flat();
