/**
 * The entries of the package, each once. A new entry is its folder in lib/, a line of this table and a page of docs/:
 * `npm run entries` writes what package.json and the manifests say of it; build, engines and tests read it here.
 */

/**
 * What a manifest of the SDK has of an entry besides its module, which it preloads on all platforms but Linux
 * (docs/decisions/0008-preloaded-except-on-linux.md). Paths are those from manifests/.
 * @typedef {object} Manifest
 * @property {readonly string[]} [include]
 * @property {Readonly<Record<string, string>>} [modules] instead of the entry's own
 * @property {Readonly<Record<string, object>>} [platforms] instead of the usual preloading
 */

/**
 * @typedef {object} Entry
 * @property {string} name by which it is imported
 * @property {string} [source] its module, where devices and Node have the same
 * @property {string} [device] its module on devices
 * @property {string} [node] its module on Node
 * @property {"requests" | "puts"} [hot] what of it runs most often; without it nothing runs once a request or a `put`
 * @property {boolean} [isUntyped] whether it is for other entries alone, and has no declarations
 * @property {boolean} [isList] whether it only exports: the SDK's compiler crashes on a source map without sources
 * @property {string} [ambient] a file that the devices' declarations refer to
 * @property {Manifest} [manifest] the client's own are in manifest.json
 */

/**
 * What an entry is on a platform. Paths are those from the project's folder.
 * @typedef {object} Bundle
 * @property {string} name by which it is imported
 * @property {string} source
 * @property {string} file
 */

/** Declares what the SDK's own declarations of its files lack. */
const files = "lib/moddable/storage-files.d.ts";

const wifiSimulator = { modules: { "embedded:network/interface/wifi": "../dist/wifi-simulator" } };
const healthSimulator = { modules: { resetReason: "../dist/health-simulator" } };
const filesSimulator = { modules: { "records-client/outbox/files": "../dist/outbox-files-simulator", "*": "../lib/moddable/file-lock" } };

/**
 * In this order: code that several entries need is in the first that exports it.
 * @type {readonly Entry[]}
 */
export const entries = [
	{ name: "records-client/internal/json", source: "lib/shared/json-scan.ts", isUntyped: true },
	{ name: "records-client/internal", device: "lib/moddable/internal.ts", node: "host/internal.ts", hot: "requests", isUntyped: true },
	{ name: "records-client/internal/streams", source: "lib/streams/streamed-body.ts", isUntyped: true, manifest: {} },
	{ name: "records-client", device: "lib/moddable/index.ts", node: "host/node.ts", isList: true },
	{ name: "records-client/tls", device: "lib/moddable/tls/socket.ts" },
	{ name: "records-client/http-client", source: "lib/http-client/index.ts", hot: "requests", manifest: {} },
	{ name: "records-client/outbox", device: "lib/moddable/outbox.ts", node: "host/outbox.ts", hot: "puts", ambient: files, manifest: {} },
	{
		name: "records-client/outbox/files", device: "lib/outbox/file-storage.ts", node: "host/outbox-files.ts", hot: "puts", ambient: files, manifest: {
			include: ["./outbox.json", "$(MODDABLE)/modules/io/files/manifest.json"],
			modules: {},
			platforms: {
				"lin": filesSimulator,
				"mac": { ...filesSimulator, preload: "records-client/outbox/files" },
				"...": { modules: { "records-client/outbox/files": "../dist/outbox-files" }, preload: "records-client/outbox/files" }
			}
		}
	},
	{ name: "records-client/outbox/ram", source: "lib/outbox/ram-storage.ts", hot: "puts", manifest: { include: ["./outbox.json"] } },
	{ name: "records-client/abort", device: "lib/abort/abort-controller.ts", node: "host/abort.ts", manifest: {} },
	{ name: "records-client/batch", source: "lib/batch/batch.ts", manifest: {} },
	{ name: "records-client/files", source: "lib/files/index.ts", manifest: { include: ["./internal-streams.json"] } },
	{ name: "records-client/filter", source: "lib/filter/filter.ts", manifest: {} },
	{
		name: "records-client/health", device: "lib/moddable/health.ts", node: "host/health.ts", manifest: {
			include: ["$(MODDABLE)/modules/base/instrumentation/manifest.json"],
			platforms: {
				lin: healthSimulator,
				mac: healthSimulator,
				win: healthSimulator,
				esp32: { include: "$(MODDABLE)/build/devices/esp32/modules/resetReason/manifest.json", preload: "records-client/health" }
			}
		}
	},
	{ name: "records-client/lists", source: "lib/lists/each-record.ts", manifest: { include: ["./filter.json", "./internal-streams.json"] } },
	{ name: "records-client/live", device: "lib/moddable/live.ts", node: "host/live.ts", manifest: { include: ["./lists.json"] } },
	{
		name: "records-client/wifi", device: "lib/moddable/wifi.ts", node: "host/wifi.ts", manifest: {
			include: ["$(MODDABLE)/examples/manifest_net.json", "./wifi-ready.json"],
			platforms: { "lin": wifiSimulator, "mac": wifiSimulator, "win": wifiSimulator, "...": { preload: "records-client/wifi" } }
		}
	},
	{ name: "records-client/wifi/ready", source: "lib/wifi/ready-network.ts", manifest: {} }
];

/**
 * Bundles that manifests have in the place of another module; nobody imports them by a name of their own.
 * @type {readonly (Bundle & Pick<Entry, "isUntyped" | "ambient">)[]}
 */
export const standIns = [
	{ name: "records-client/internal/json", source: "lib/moddable/internal-json.ts", file: "dist/json-in-c.js", isUntyped: true },
	{ name: "records-client/tls", source: "lib/moddable/without-tls.ts", file: "dist/without-tls.js", isUntyped: true },
	{ name: "resetReason", source: "lib/moddable/health-simulator.ts", file: "dist/health-simulator.js", isUntyped: true },
	{ name: "embedded:network/interface/wifi", source: "lib/moddable/wifi-simulator.ts", file: "dist/wifi-simulator.js", isUntyped: true },
	// With declarations: TypeScript apps of the simulator look for those of the entry here.
	{ name: "records-client/outbox/files", source: "lib/moddable/outbox-files-simulator.ts", file: "dist/outbox-files-simulator.js", ambient: files }
];

/** The bundle's name: "outbox-files" for "records-client/outbox/files". @param {string} name of an entry */
export function shortName(name) {
	return name.replace(/^records-client\//, "").replaceAll("/", "-");
}

/**
 * @param {"device" | "node"} platform
 * @returns {readonly (Entry & Bundle)[]} the bundles of all entries that the platform has, in the order of the table
 */
export function bundlesFor(platform) {
	return entries.flatMap((entry) => {
		const own = entry[platform], source = own ?? entry.source;
		if (source === undefined)
			return [];
		const nodes = entry.name === "records-client" ? "node" : `node-${shortName(entry.name)}`;
		return [{ ...entry, source, file: `dist/${own !== undefined && platform === "node" ? nodes : shortName(entry.name)}.js` }];
	});
}
