/** The snippet and the manifest of docs/wifi-and-time.md. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";
import { blocksOf } from "./readme/blocks.js";
import { checkTypes, topLevelAwaits } from "./readme/types.js";

const blocks = blocksOf(readFileSync(join(projectRoot(), "docs", "wifi-and-time.md"), "utf8"));
const snippets = blocks.filter(({ language }) => language === "ts");
const manifests = blocks.filter(({ language }) => language === "json");

test("the snippet compiles against the package's declarations, and awaits nothing at its top", (t) => {
	t.is(snippets.length, 1);
	t.is(checkTypes(snippets), "");
	t.deepEqual(topLevelAwaits(snippets[0].text), []);
	t.not(checkTypes([{ ...snippets[0], text: snippets[0].text.replace("wifi.network()", "wifi.networks()") }]), "");
});

test("the manifest includes what the package has, and gives the SDK's set-up no access point", (t) => {
	t.is(manifests.length, 1);
	const { config, include } = JSON.parse(manifests[0].text) as { config?: object; include: string[] };
	const own = include.filter((path) => !path.startsWith("$(MODDABLE)/"));
	t.true(own.some((path) => path.endsWith("/manifest-wifi.json")));
	for (const path of own)
		t.true(existsSync(join(projectRoot(), path.replace("./node_modules/records-client/", ""))), path);
	t.is(config, undefined);
});
