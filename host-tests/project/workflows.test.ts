/** What the workflows of GitHub run with which rights. They are read as text: they run elsewhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";

const folder = join(projectRoot(), ".github", "workflows");
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

/** The jobs of a workflow by name, each as text. */
function jobsOf(text: string): Map<string, string> {
	const [, jobs] = text.split(/^jobs:\n/m);
	const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1);
	return new Map(Array.from({ length: parts.length / 2 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]));
}

/** The rights that a workflow or a job names, undefined where it names none. */
function rightsOf(text: string, indent: string): string[] | undefined {
	const [, first, block] = new RegExp(`^${indent}permissions:(.*)\\n((?:${indent}  .*\\n)*)`, "m").exec(text) ?? [];
	return first === undefined ? undefined : [first.trim(), ...block.split("\n").map((line) => line.trim())].filter((right) => right !== "");
}

test("each action is pinned by its commit, with the version beside it", (t) => {
	let found = 0;
	for (const { name, text } of workflows) {
		for (const [, action] of text.matchAll(/uses: (.*)/g)) {
			t.regex(action, /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
			found++;
		}
	}
	t.true(found >= 4);
});

test("only the job that publishes may, and it installs nothing and runs nothing of the project", (t) => {
	for (const { name, text } of workflows) {
		t.deepEqual(rightsOf(text.split(/^jobs:/m)[0], ""), ["contents: read"], name);
		for (const [job, steps] of jobsOf(text)) {
			t.deepEqual(rightsOf(steps, "    "), job === "publish" ? ["contents: read", "id-token: write"] : undefined, `${name}, ${job}`);
			t.is(steps.includes("npm publish"), job === "publish", `${name}, ${job}`);
			t.notRegex(steps, /secrets\./, `${name}, ${job}`);
		}
	}
	const publish = jobsOf(workflows.find(({ name }) => name === "release.yml")!.text).get("publish")!;
	t.regex(publish, /^ {4}needs: test$/m);
	t.deepEqual([...publish.matchAll(/^ +(?:- )?run: (\w+ \w+)(.*)$/gm)].map(([, command]) => command), ["npm publish"]);
	t.regex(publish, /npm publish --ignore-scripts --provenance /);
	t.notRegex(publish, /cache:|npm ci|npm test|npm install|npx/);
});

test("a download of PocketBase is compared with the published sum before it is unpacked", (t) => {
	const ci = workflows.find(({ name }) => name === "ci.yml")!.text;
	t.regex(ci, /curl [^\n]*checksums\.txt"\n[^\n]*checksums\.txt \| shasum --algorithm 256 --check -\n[^\n]*unzip/);
	// The default shell of Windows does not end at the first failure.
	t.regex(ci, /shell: bash/);
});

test("the job on Linux brings the programs and vectors that tests take where they are there; CI that is root on Debian brings the programs", (t) => {
	const linux = jobsOf(workflows.find(({ name }) => name === "ci.yml")!.text).get("linux")!;
	t.regex(linux, /repository: C2SP\/wycheproof\n +ref: [0-9a-f]{40}\n +path: \.data\/wycheproof\n/);
	t.regex(linux, /RECORDS_WYCHEPROOF: \$\{\{ github\.workspace \}\}\/\.data\/wycheproof\/testvectors_v1\n/);
	for (const text of [linux, readFileSync(join(projectRoot(), ".ci", "run"), "utf8")])
		t.regex(text, /apt-get install [^\n]*< \.ci\/programs\n/);
	const installed = readFileSync(join(projectRoot(), ".ci", "programs"), "utf8").trimEnd().split("\n");
	for (const program of ["caddy", "gcc", "haproxy", "make", "nginx", "prometheus", "systemd", "valgrind"])
		t.true(installed.includes(program), program);
});
