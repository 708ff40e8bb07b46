import { relative } from "node:path/posix";

/**
 * The order of `lib/`, from the bottom: what stands in a line may import what stands above that line, and nothing of its own
 * line but itself. So no import runs up and there is no circle between folders. Folders, and files at the root of `lib/`, which
 * are its public surface.
 */
export const order = [
	["characters.ts", "http-statuses.ts"],
	["filter", "field-names.ts", "record-types.ts", "url"],
	["shared"],
	["response.ts"],
	["client-limits.ts"],
	["platform.ts"],
	["pocketbase"],
	["stats.ts"],
	["dns", "tls"],
	["client-options.ts"],
	["call-options.ts"],
	["request"],
	["streams"],
	["abort", "auth", "batch", "files", "http", "lists", "outbox", "wifi", "moddable/tls"],
	["health", "http-client", "live", "scheduler"],
	["sending.ts"],
	["collection.ts"],
	["client.ts"],
	["index.ts", "internal"],
	["moddable"]
];

/** What a place may not import though it stands further down: connections and what is below them know HTTP, TLS and names alone. */
export const foreign = Object.fromEntries(["dns", "http", "http-client", "moddable/tls", "tls"].map((place) => [place, ["pocketbase"]]));

/** The order of what is for development, from the bottom: `tools/` has what the others share. */
export const programs = ["tools", "bench", "host-tests", "device-tests"];

/** How a place imports another. */
function pattern(from, to) {
	const path = relative(isFile(from) ? "." : from, to).replace(/\.ts$/, ".js");
	return `^${(path.startsWith(".") ? path : `./${path}`).replaceAll(".", "\\.")}${isFile(to) ? "$" : "/[^/]+$"}`;
}

function isFile(place) {
	return place.endsWith(".ts");
}

/** One part of the configuration for each place but the last, which may import all: it names what the place may not import. */
const library = order.slice(0, -1).flatMap((line, index) => line.map((place) => ({
	files: [`lib/${place}${isFile(place) ? "" : "/*.ts"}`],
	rules: {
		"no-restricted-imports": ["error", {
			patterns: [{
				regex: order.slice(index).flat().filter((other) => other !== place).concat(foreign[place] ?? []).map((other) => pattern(place, other)).join("|"),
				message: `It stands beside or above lib/${place}, or is nothing that it may know (eslint.order.mjs).`
			}]
		}]
	}
})));

export const imports = [...library, ...programs.slice(0, -1).map((place, index) => ({
	files: [`${place}/**/*.ts`],
	rules: {
		"no-restricted-imports": ["error", {
			patterns: [{
				regex: `/(${programs.slice(index + 1).join("|")})/`,
				message: `It stands above ${place} (eslint.order.mjs).`
			}]
		}]
	}
}))];
