import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import { ignored, layout } from "./eslint.layout.mjs";
import { imports } from "./eslint.order.mjs";

const ownClock = {
	selector: "CallExpression[callee.property.name=timeout][callee.object.name=t]",
	message: "A test has no clock of its own: ava's ends what hangs (package.json)."
};
const shortLimit = {
	selector: "Property[key.name=/^(timeout|connect|firstByte|idle)$/] > Literal[raw=/^[1-9](_?[0-9]){0,3}$/]",
	message: "A slow machine must not fail a case: ANSWERED or SHORT (host-tests/contract/patience.ts), or no limit."
};

export default defineConfig([
	ignored,
	layout,
	eslint.configs.recommended,
	{
		files: ["**/*.ts"],
		extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ["./tsconfig.json", "./lib/tsconfig.json", "./bench/xs/tsconfig.json", "./bench/sdk/app/tsconfig.json", "./device-tests/tsconfig.json", "./device-tests/tls-attack/tsconfig.json", "./device-tests/tls-strangers/tsconfig.json", "./device-tests/board/outbox/tsconfig.json", "./examples/sensor/tsconfig.json",
					"./host-tests/xs/tsconfig.json",
					"./host-tests/project/types/*/tsconfig.json"],
				tsconfigRootDir: import.meta.dirname
			}
		},
		rules: {
			// Arguments come from JavaScript too: they are checked although their types say that they need not be.
			"@typescript-eslint/no-unnecessary-condition": "off",
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
		files: ["host-tests/**/*.ts", "tools/**/*.ts"],
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
		files: ["host-tests/contract/**/*.ts", "device-tests/cases/**/*.ts"],
		rules: { "no-restricted-syntax": ["error", ownClock, shortLimit] }
	},
	{
		files: ["lib/**/*.ts"],
		rules: {
			// Patterns and rows of tables can't be broken.
			"@stylistic/max-len": ["error", { code: 140, tabWidth: 1, ignoreRegExpLiterals: true, ignorePattern: "^\\s*\\* \\|" }],
			// One program compiles it with Node's types, too, of which devices have nothing.
			"no-restricted-globals": ["error", "AbortController", "AbortSignal", "Blob", "Buffer", "Event", "EventTarget", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "atob", "btoa", "clearInterval", "clearTimeout", "console", "crypto", "fetch", "global", "performance", "process", "queueMicrotask", "require", "setImmediate", "setInterval", "setTimeout", "structuredClone"],
			// What an answer is worth, a kind, a stage: a new one is met by an error in each switch that has no case for it.
			"@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
			"no-restricted-syntax": ["error", {
				selector: ":matches(Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration) > VariableDeclarator > Literal[regex], PropertyDefinition[static=true] > Literal[regex]",
				message: "Preloaded, a RegExp that is made once breaks the heap of XS (docs/decisions/0009-no-regexp-at-module-scope.md): write it where it is used."
			}]
		}
	},
	...imports,
	{
		files: ["examples/*/**/*.js", "device-tests/package-app/*.js", "device-tests/simulator-keys/*.js", "device-tests/two-outboxes/*.js"],
		languageOptions: { globals: { trace: "readonly", device: "readonly" } }
	},
	{
		files: ["**/*.mjs"],
		languageOptions: { globals: { console: "readonly", process: "readonly" } }
	},
	{
		files: ["bench/sdk/app/host.js", "device-tests/emulator/**/*.js"],
		languageOptions: { globals: { Native: "readonly", native: "readonly", trace: "readonly" } }
	},
	{
		files: ["service/page/*.js"],
		languageOptions: {
			globals: Object.fromEntries(["Blob", "Event", "Option", "ResizeObserver", "URL", "URLSearchParams", "addEventListener", "clearTimeout", "dispatchEvent",
				"AbortSignal", "document", "getComputedStyle", "history", "localStorage", "location", "matchMedia", "performance", "requestAnimationFrame", "sessionStorage",
				"setInterval", "setTimeout"].map((name) => [name, "readonly"]))
		}
	},
	{
		files: ["service/{migrations,hooks}/*.js", "service/kit/*/*.js", "host-tests/integration/counting-hooks/*.js"],
		languageOptions: {
			sourceType: "script",
			// What the service's engine offers to migrations and hooks.
			globals: Object.fromEntries(["$app", "$dbx", "$os", "$security", "$apis", "__hooks", "BadRequestError", "Collection", "DynamicModel", "Field", "ForbiddenError", "Record", "SubscriptionMessage", "TextField", "TooManyRequestsError", "UnauthorizedError", "ValidationError", "console", "cronAdd", "migrate", "require",
				"onBootstrap", "onRecordCreateRequest", "onRecordRequestEmailChangeRequest", "onRecordUpdateRequest", "onRecordsListRequest", "routerAdd", "routerUse", "sleep"].map((name) => [name, "readonly"]))
		}
	}
]);
