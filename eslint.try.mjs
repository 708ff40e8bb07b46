import tseslint from "typescript-eslint";
import config from "./eslint.config.mjs";
const keep = ["no-floating-promises", "no-misused-promises", "await-thenable", "require-await", "no-deprecated"].map((n) => `@typescript-eslint/${n}`);
const off = Object.fromEntries(Object.entries(tseslint.configs.disableTypeChecked.rules).filter(([n]) => !keep.includes(n)));
export default [...config, { files: ["host-tests/**/*.ts","bench/**/*.ts","device-tests/**/*.ts","tools/**/*.ts", "release/**/*.ts"], rules: off }];
