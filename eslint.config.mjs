import eslint from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig([
	globalIgnores(["build/", "dist/", ".data/"]),
	eslint.configs.recommended,
	{
		files: ["**/*.ts"],
		extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ["./tsconfig.json", "./lib/tsconfig.json", "./bench/xs/tsconfig.json", "./examples/sensor/tsconfig.json", "./host-tests/types/*/tsconfig.json"],
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
			"no-control-regex": "off"
		}
	},
	{
		files: ["host-tests/**/*.ts"],
		// Tests read JSON that they assert on in the next line.
		rules: Object.fromEntries(["no-non-null-assertion", "no-unsafe-argument", "no-unsafe-assignment", "no-unsafe-call",
			"no-unsafe-member-access", "no-unsafe-return"].map((name) => [`@typescript-eslint/${name}`, "off"]))
	},
	{
		files: ["service/{migrations,hooks}/*.js"],
		languageOptions: {
			sourceType: "script",
			globals: Object.fromEntries(["migrate", "Collection", "Record", "RecordAuthResponse", "BadRequestError", "ForbiddenError",
				"routerUse", "routerAdd", "onRecordCreateRequest", "$os", "$security", "$app", "__hooks", "$apis", "require"].map((name) => [name, "readonly"]))
		}
	}
]);
