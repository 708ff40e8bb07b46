/** How code is laid out, and nothing else. `npm run lint` checks it with all other rules; `npm run format` mends it by this file alone. */
import stylistic from "@stylistic/eslint-plugin";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const rules = {
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

/** Files that are no code of ours. */
export const ignored = globalIgnores(["build/", "dist/", ".data/", "host-tests/project/types/generated/pocketbase-types.ts"]);

export const layout = {
	files: ["**/*.{js,mjs,ts}"],
	plugins: { "@stylistic": stylistic },
	rules: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [`@stylistic/${name}`, rule]))
};

export default defineConfig([
	ignored,
	layout,
	// Comments that turn other rules off have nothing to turn off here: they stay, and name rules that are there.
	{ linterOptions: { reportUnusedDisableDirectives: "off" } },
	{ files: ["**/*.ts"], plugins: { "@typescript-eslint": tseslint.plugin }, languageOptions: { parser: tseslint.parser } }
]);
