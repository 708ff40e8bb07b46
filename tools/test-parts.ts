/** The parts of the tests: what answers an edit, `npm test`, and the rest, which machines run. `npm run test:all` is both. */

export type Part = "fast" | "rest" | "all";

/** Files and folders that are left to the rest, by the reason. host-tests/README.md has the same table. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
	"cases that ran on Node, again: groups on XS, bundles without rewrites": ["contract/xs-auth", "contract/xs-http-clients", "contract/xs-wifi", "contract/xs-wire", "contract/plain/"],
	"faults at every byte and in every step": [
		"contract/faults", "contract/tls-faults", "contract/xs-faults",
		"outbox/faults", "outbox/transient", "outbox/xs-faults"
	],
	"sequences, power cuts and damage of the outbox; `npm test` plays one in ten": ["outbox/life", "outbox/model"],
	"many devices, years of flash": ["outbox/fleet", "outbox/rates", "outbox/wear"],
	"random input, mutants of certificates, published vectors": ["fuzz/", "unit/tls/chain-mutants", "unit/tls/signature-wycheproof"],
	"programs and servers beside the client": [
		"integration/ca", "integration/client-certificates", "integration/counting-route", "integration/examples", "integration/examples-nonsense", "integration/filters", "integration/generated-types", "integration/list-nulls",
		"integration/other-services", "integration/preference-domains", "integration/process-end", "integration/restarts", "integration/same-record", "integration/service-command",
		"integration/service-data", "integration/service-launcher", "integration/service-login", "integration/service-network", "integration/soak", "integration/start", "integration/start-output",
		"integration/update", "integration/uploads", "integration/xs-tls", "live/", "relay/"
	],
	"what a release shows: budgets, documents, the build": [
		"project/budget", "project/build", "project/decisions", "project/growth", "project/left-budget",
		"project/maps", "project/option-pages", "project/readme", "project/release", "project/tls-roots",
		"project/workflows", "project/xs-outbox-text", "project/xs-regular-expressions"
	],
	"what the tests are made with, and the kit": ["runner/", "xs/", "tools/", "kit/"]
};

/** Of these `npm test` runs a sample; the rest runs them whole. */
const sampled = ["outbox/life", "outbox/model"];

/** Whether a test file is one of these, or in one of these folders. @param name path in build/, divided by "/" */
function isOneOf(name: string, places: readonly string[]): boolean {
	const path = name.replace(/^host-tests\//, "");
	return places.some((place) => place.endsWith("/") ? path.startsWith(place) : path === `${place}.test.js`);
}

function isRest(name: string): boolean {
	return isOneOf(name, Object.values(leftOut).flat());
}

/** Whether `npm test` runs a file, whole or a sample of it. */
export function isFast(name: string): boolean {
	return !isRest(name) || isOneOf(name, sampled);
}

const within: Readonly<Record<Part, (name: string) => boolean>> = { fast: isFast, rest: isRest, all: () => true };

/** Of test files those of a part. */
export function namesOf(part: Part, names: readonly string[]): string[] {
	return names.filter(within[part]);
}

/** Environment of a part's test files: those that are sampled try one in so many. */
export function environmentOf(part: Part): Readonly<Record<string, string>> {
	return part === "fast" ? { SAMPLE: "10" } : {};
}
