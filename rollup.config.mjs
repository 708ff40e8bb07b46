import { dts } from "rollup-plugin-dts";
import { destructuring } from "./rollup/destructuring.mjs";
import { numbers } from "./rollup/numbers.mjs";
import { typescript } from "./rollup/typescript.mjs";

/** Modules of the Moddable SDK, which the app's manifest brings. */
const sdk = [/^embedded:/, /^ssl\//, "crypt", "curve", "modular", "net", "preference", "Resource", "sntp", "text/encoder", "time", "timer"];
const node = [/^node:/, "records-client/wifi/ready"];

/** What the outbox and the Wi-Fi take from the library's entry stays there: an app has it once. */
const shared = /^(?:\.{1,2}\/(?:moddable|node)|\.\.\/(?:arguments|complete-limits|transport\/retry-policy|transport\/same-record|safe-json))\.js$/;
const entry = {
	name: "entry",
	resolveId(source, importer = "") {
		return shared.test(source) && /[\\/](?:lib|host)[\\/](?:moddable-)?(?:outbox|http-client|wifi)/.test(importer) ? { id: "records-client", external: true } : null;
	}
};

/** TLS is a module of its own, in whose place manifest-http.json puts another. */
const tls = {
	name: "tls",
	resolveId(source, importer = "") {
		return source === "./moddable/tls/socket.js" && /moddable\.[jt]s$/.test(importer) ? { id: "records-client/tls", external: true } : null;
	}
};

function library(input, file, tsconfig, external) {
	return {
		input,
		external,
		output: { file, format: "es", sourcemap: true, sourcemapExcludeSources: true },
		plugins: [entry, tls, typescript(tsconfig), destructuring, numbers]
	};
}

function declarations(input, file, tsconfig, external) {
	return { input, external, output: { file, format: "es" }, plugins: [entry, dts({ tsconfig })] };
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
function hostExample(name) {
	const standIns = { "timer": "timer", "mc/config": "config", "embedded:storage/files": "files", "embedded:io/socket/udp": "udp", "preference": "preference", "button": "button" };
	return {
		input: `examples/${name}/main.js`,
		external: ["records-client", "records-client/outbox", "records-client/outbox/files", ...Object.keys(standIns)],
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
		return importer !== undefined && source.startsWith("./") && !source.endsWith(".js") ? this.resolve(`${source}.js`, importer) : null;
	}
};

/** What runs on XS from npm: the script that makes it a device, and the shared cases as one module. */
function onXS(name, format) {
	return {
		input: `host-tests/xs/worker/${name}.ts`,
		external: ["embedded:storage/files", /^records-client(\/|$)/, "timer"],
		output: { file: `build/xs/${name}.js`, format, sourcemap: true },
		plugins: [typescript("host-tests/xs/worker/tsconfig.json")]
	};
}

/** The test application for simulator and boards; a type error ends the build. */
function device(input, file, tsconfig = "device-tests/tsconfig.json") {
	return {
		input,
		external: [...sdk, "cases", "crypt", "debug", "gcm", "mc/config", "records-client", /^records-client\//, "rng", "text/decoder"],
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

/** Scripts of the bench for the SDK, each a module of one app. */
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
		library("lib/moddable.ts", "dist/records-client.js", "lib/tsconfig.json", sdk),
		library("lib/moddable/tls/socket.ts", "dist/tls.js", "lib/tsconfig.json", sdk),
		library("lib/moddable/without-tls.ts", "dist/without-tls.js", "lib/tsconfig.json", []),
		library("host/node.ts", "dist/node.js", "host/tsconfig.json", node),
		library("lib/moddable-outbox.ts", "dist/outbox.js", "lib/tsconfig.json", sdk),
		library("lib/http-client.ts", "dist/http-client.js", "lib/tsconfig.json", sdk),
		library("lib/outbox/file-storage.ts", "dist/outbox-files.js", "lib/tsconfig.json", []),
		library("lib/outbox/ram-storage.ts", "dist/outbox-ram.js", "lib/tsconfig.json", []),
		library("lib/moddable-wifi.ts", "dist/wifi.js", "lib/tsconfig.json", sdk),
		library("lib/wifi/ready-network.ts", "dist/wifi-ready.js", "lib/tsconfig.json", []),
		library("lib/moddable-wifi-simulator.ts", "dist/wifi-simulator.js", "lib/tsconfig.json", sdk),
		library("host/wifi.ts", "dist/node-wifi.js", "host/tsconfig.json", node),
		library("host/outbox.ts", "dist/node-outbox.js", "host/tsconfig.json", node),
		library("host/outbox-files.ts", "dist/node-outbox-files.js", "host/tsconfig.json", node),
		declarations("lib/moddable.ts", "dist/records-client.d.ts", "lib/tsconfig.json", sdk),
		declarations("lib/moddable/tls/socket.ts", "dist/tls.d.ts", "lib/tsconfig.json", sdk),
		declarations("host/node.ts", "dist/node.d.ts", "host/tsconfig.json", node),
		declarations("lib/moddable-outbox.ts", "dist/outbox.d.ts", "lib/tsconfig.json", sdk),
		declarations("lib/http-client.ts", "dist/http-client.d.ts", "lib/tsconfig.json", sdk),
		declarations("lib/outbox/file-storage.ts", "dist/outbox-files.d.ts", "lib/tsconfig.json", []),
		declarations("lib/outbox/ram-storage.ts", "dist/outbox-ram.d.ts", "lib/tsconfig.json", []),
		declarations("lib/moddable-wifi.ts", "dist/wifi.d.ts", "lib/tsconfig.json", sdk),
		declarations("lib/wifi/ready-network.ts", "dist/wifi-ready.d.ts", "lib/tsconfig.json", []),
		declarations("host/wifi.ts", "dist/node-wifi.d.ts", "host/tsconfig.json", node),
		declarations("host/outbox.ts", "dist/node-outbox.d.ts", "host/tsconfig.json", node),
		declarations("host/outbox-files.ts", "dist/node-outbox-files.d.ts", "host/tsconfig.json", node)
	],
	firmware: [firmware, ...["button", "weather", "gateway", "provision"].map(hostExample)],
	xs: [onXS("boot", "iife"), onXS("cases", "es"), onXS("outbox-life", "es")],
	device: [
		device("device-tests/main.ts", "main.js"),
		device("device-tests/app/abort.ts", "abort.js"),
		device("host-tests/contract/index.ts", "cases.js"),
		...["main", "fixed-rng"].map((name) => device(`device-tests/tls-attack/${name}.ts`, `tls-attack/${name}.js`, "device-tests/tls-attack/tsconfig.json")),
		device("device-tests/tls-strangers/main.ts", "tls-strangers/main.js", "device-tests/tls-strangers/tsconfig.json"),
		device("device-tests/board/outbox/main.ts", "board-outbox.js", "device-tests/board/outbox/tsconfig.json")
	],
	bench: [
		{
			// The library module by module, to tell whose work a create is.
			...library("lib/moddable.ts", "", "lib/tsconfig.json", sdk),
			output: { dir: "build/bench/modules", format: "es", sourcemap: true, preserveModules: true },
			plugins: [typescript("lib/tsconfig.json"), destructuring, numbers]
		},
		...["ours", "ours-own", "ours-tls", "ours-moddable", "moddable", "legacy", "raw", "moddable-sender", "legacy-sender", "raw-sender"].map((name) => deviceBench(name)),
		...["ours", "ours-tls", "ours-moddable", "moddable", "legacy", "raw", "base"].map((client) => deviceBench(`${client}-creates`)),
		...["pocketbase", "pocketbase-creates"].map((name) => deviceBench(name, "pocketbase"))
	]
};

export default Object.values(targets).flat();
