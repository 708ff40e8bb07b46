import { relative } from "node:path/posix";
import eslint from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** How code is laid out; `npm run format` corrects it. */
const layout = {
	"array-bracket-spacing": "error",
	"arrow-parens": "error",
	"arrow-spacing": "error",
	"block-spacing": "error",
	"brace-style": ["error", "stroustrup", { allowSingleLine: true }],
	"comma-dangle": "error",
	"comma-spacing": "error",
	"comma-style": "error",
	"computed-property-spacing": "error",
	"dot-location": ["error", "property"],
	"eol-last": "error",
	"function-call-spacing": "error",
	"generator-star-spacing": ["error", "after"],
	indent: ["error", "tab", { SwitchCase: 1 }],
	"key-spacing": "error",
	"keyword-spacing": "error",
	"linebreak-style": "error",
	"member-delimiter-style": "error",
	"new-parens": "error",
	"no-extra-semi": "error",
	"no-floating-decimal": "error",
	"no-mixed-spaces-and-tabs": "error",
	"no-multi-spaces": "error",
	"no-multiple-empty-lines": ["error", { max: 1, maxBOF: 0, maxEOF: 0 }],
	"no-trailing-spaces": "error",
	"no-whitespace-before-property": "error",
	// A loop whose whole work is its condition ends with a semicolon.
	"nonblock-statement-body-position": ["error", "below", { overrides: { while: "any" } }],
	"object-curly-spacing": ["error", "always"],
	"operator-linebreak": ["error", "before", { overrides: { "=": "after" } }],
	"padded-blocks": ["error", "never"],
	quotes: ["error", "double", { avoidEscape: true, allowTemplateLiterals: "always" }],
	"rest-spread-spacing": "error",
	semi: "error",
	"semi-spacing": "error",
	"semi-style": "error",
	"space-before-blocks": "error",
	"space-before-function-paren": ["error", { anonymous: "always", named: "never", asyncArrow: "always" }],
	"space-in-parens": "error",
	"space-infix-ops": "error",
	"space-unary-ops": "error",
	"spaced-comment": "error",
	"switch-colon-spacing": "error",
	"template-curly-spacing": "error",
	"type-annotation-spacing": "error",
	"type-generic-spacing": "error",
	"type-named-tuple-spacing": "error",
	"yield-star-spacing": "error"
};

/**
 * The order of `lib/`, from the bottom: what stands in a line may import what stands above that line, and nothing of its own
 * line but itself. So no import runs up and there is no circle between folders. Folders, and files at the root of `lib/`, which
 * are its public surface.
 */
export const order = [
	["characters.ts", "http-statuses.ts"],
	["filter", "record-types.ts", "url"],
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

/** The order of what runs on Node, from the bottom: `service/` starts PocketBase, `tools/` has what the others share. */
export const programs = ["host", "service", "tools", "kit", "bench", "host-tests", "device-tests"];

/** The kit has the client as apps have it, by its name; its tests have the firmware that runs on Node, and the helpers of other tests. */
const kitImports = "\\.\\./\\.\\./(?:lib|host(?!/firmware/|/make-folder\\.)|bench|host-tests(?!/runner/)|device-tests)/";

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
				message: `It stands beside or above lib/${place}, or is nothing that it may know (eslint.config.mjs).`
			}]
		}]
	}
})));

/** What a place may not import, as parts of the configuration. */
export const imports = [...library, ...programs.slice(0, -1).map((place, index) => ({
	files: [`${place}/**/*.ts`],
	rules: {
		"no-restricted-imports": ["error", {
			patterns: [{
				regex: place === "kit" ? kitImports : `/(${programs.slice(index + 1).join("|")})/`,
				message: `It stands above ${place} (eslint.config.mjs).`
			}]
		}]
	}
}))];

const ownClock = {
	selector: "CallExpression[callee.property.name=timeout][callee.object.name=t]",
	message: "A test has no clock of its own: ava's ends what hangs (package.json)."
};
const sharedOutput = {
	selector: "Property[key.name=stdio] Literal[value=inherit]",
	message: "A child that outlives its test would hold ava's output open, and ava would never end: a pipe (host-tests/runner/program.ts)."
};
const shortLimit = {
	selector: "Property[key.name=/^(timeout|connect|firstByte|idle)$/] > Literal[raw=/^[1-9](_?[0-9]){0,3}$/]",
	message: "A slow machine must not fail a case: ANSWERED or SHORT (host-tests/contract/patience.ts), or no limit."
};

export default defineConfig([
	// Files that are no code of ours.
	globalIgnores(["build/", "dist/", ".data/", "host-tests/project/types/generated/pocketbase-types.ts"]),
	{
		files: ["**/*.{js,mjs,ts}"],
		plugins: { "@stylistic": stylistic },
		rules: Object.fromEntries(Object.entries(layout).map(([name, rule]) => [`@stylistic/${name}`, rule]))
	},
	eslint.configs.recommended,
	{
		files: ["**/*.ts"],
		extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ["./tsconfig.json", "./lib/tsconfig.json", "./bench/sdk/app/tsconfig.json", "./device-tests/tsconfig.json", "./device-tests/tls-attack/tsconfig.json", "./device-tests/tls-strangers/tsconfig.json", "./device-tests/board/outbox/tsconfig.json", "./examples/sensor/tsconfig.json",
					"./host-tests/xs/tsconfig.json",
					"./host-tests/project/types/*/tsconfig.json"],
				tsconfigRootDir: import.meta.dirname
			}
		},
		rules: {
			// Arguments come from JavaScript too: they are checked although their types say that they need not be.
			"@typescript-eslint/no-unnecessary-condition": "off",
			// There are no enums: tsconfig.json has erasableSyntaxOnly.
			"@typescript-eslint/no-unsafe-enum-assignment": "off",
			// Zero-allocation code indexes.
			"@typescript-eslint/prefer-for-of": "off",
			"@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
			"@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
			"@typescript-eslint/restrict-plus-operands": ["error", { allowNumberAndString: true }],
			// A handler with nothing to do is written as an empty arrow function.
			"@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
			"no-control-regex": "off"
		}
	},
	{
		files: ["host-tests/**/*.ts", "kit/tests/**/*.ts", "tools/**/*.ts"],
		rules: {
			// Tests read JSON that they assert on in the next line.
			...Object.fromEntries(["no-explicit-any", "no-non-null-assertion", "no-unsafe-argument", "no-unsafe-assignment",
				"no-unsafe-call", "no-unsafe-member-access", "no-unsafe-return"].map((name) => [`@typescript-eslint/${name}`, "off"])),
			// A callback that waits is async; were it to reject, the unhandled rejection fails the test file.
			"@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
			// Tests take methods off objects, to replace them for a while or to call them without one.
			"@typescript-eslint/unbound-method": "off",
			"no-restricted-syntax": ["error", ownClock]
		}
	},
	{
		files: ["host-tests/**/*.ts", "kit/tests/**/*.ts"],
		rules: { "no-restricted-syntax": ["error", ownClock, sharedOutput] }
	},
	{
		files: ["host-tests/contract/**/*.ts", "device-tests/cases/**/*.ts"],
		rules: { "no-restricted-syntax": ["error", ownClock, sharedOutput, shortLimit] }
	},
	{
		files: ["lib/**/*.ts"],
		rules: {
			// Patterns and rows of tables can't be broken.
			"@stylistic/max-len": ["error", { code: 140, tabWidth: 1, ignoreRegExpLiterals: true, ignorePattern: "^\\s*\\* \\|" }],
			// One program compiles it with Node's types, too, of which devices have nothing.
			"no-restricted-globals": ["error", "AbortController", "AbortSignal", "Blob", "Buffer", "Event", "EventTarget", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "atob", "btoa", "clearInterval", "clearTimeout", "console", "crypto", "fetch", "global", "performance", "process", "queueMicrotask", "require", "toBytes", "setImmediate", "setInterval", "setTimeout", "structuredClone"],
			// What an answer is worth, a kind, a stage: a new one is met by an error in each switch that has no case for it.
			"@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
			complexity: ["error", 15],
			"no-restricted-syntax": ["error", {
				selector: ":matches(Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration) > VariableDeclarator > Literal[regex], PropertyDefinition[static=true] > Literal[regex]",
				message: "Preloaded, a RegExp that is made once breaks the heap of XS (docs/decisions/0009-no-regexp-at-module-scope.md): write it where it is used."
			}]
		}
	},
	...imports,
	{
		files: ["examples/*/**/*.js", "device-tests/package-app/*.js", "device-tests/simulator-keys/*.js", "device-tests/small-heap/*.js", "device-tests/two-outboxes/*.js"],
		languageOptions: { globals: { trace: "readonly", device: "readonly", screen: "readonly" } }
	},
	{
		files: ["**/*.mjs"],
		languageOptions: { globals: { console: "readonly", process: "readonly" } }
	},
	{
		files: ["bench/sdk/app/*.js", "device-tests/emulator/**/*.js"],
		languageOptions: { globals: { Native: "readonly", native: "readonly", trace: "readonly" } }
	},
	{
		files: ["kit/page/*.js"],
		languageOptions: {
			globals: Object.fromEntries(["Blob", "Event", "Option", "ResizeObserver", "URL", "URLSearchParams", "addEventListener", "clearTimeout", "dispatchEvent",
				"AbortSignal", "document", "getComputedStyle", "history", "localStorage", "location", "matchMedia", "performance", "requestAnimationFrame", "navigator", "sessionStorage",
				"setInterval", "setTimeout"].map((name) => [name, "readonly"]))
		}
	},
	{
		files: ["service/{migrations,hooks}/*.js", "kit/pb_*/*.js", "host-tests/integration/counting-hooks/*.js", "host-tests/outbox/hooks/*.js"],
		languageOptions: {
			sourceType: "script",
			// What the service's engine offers to migrations and hooks.
			globals: Object.fromEntries(["$app", "$dbx", "arrayOf", "ApiError", "$os", "$security", "$apis", "$http", "__hooks", "BadRequestError", "Collection", "DateTime", "DynamicModel", "Field", "ForbiddenError", "Record", "SubscriptionMessage", "TextField", "TooManyRequestsError", "UnauthorizedError", "ValidationError", "console", "cronAdd", "migrate", "require", "toBytes",
				"onBootstrap", "onModelCreate", "onRealtimeMessageSend", "onRealtimeSubscribeRequest", "onRecordCreateRequest", "onRecordRequestEmailChangeRequest", "onRecordUpdateRequest", "onRecordsListRequest", "routerAdd", "routerUse", "sleep"].map((name) => [name, "readonly"]))
		}
	}
]);
