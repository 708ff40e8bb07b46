/** `node build/host-tests/outbox/write-released-form.js VERSION`: what this build leaves on a device, for the tests of later ones. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formOf, releasedFolder } from "./released-form.js";

const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+/.test(version))
	throw new Error("name the version, such as 1.2.3");
// A fixture of a release is never written anew.
writeFileSync(join(releasedFolder, `${version}.json`), JSON.stringify(await formOf(version), null, "\t") + "\n", { flag: "wx" });
