/** What npm run release refuses, the tag that it makes, and the tools that look at the package. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { ofPackage } from "../../tools/release/checks.js";
import { absoluteLinks, git } from "../../tools/release/git.js";
import { addressFault, type Check, packageOf, release } from "../../tools/release/release.js";
import { projectRoot } from "../../service/project.js";
import { runNode } from "../runner/command.js";
import { folder as newFolder } from "../runner/folder.js";
import { commitAll, makeRelease, version } from "../../tools/release-repository.js";

const run = promisify(execFile);
const address = "https://repository.test/small";
const own = { name: "small", version, repository: { url: `git+${address}.git` }, bugs: `${address}/issues`, homepage: `${address}#readme` };

/** Makes what the real one makes, in a moment. */
const build: Check = {
	name: "build",
	async run(folder) {
		await mkdir(join(folder, "dist"), { recursive: true });
		await writeFile(join(folder, "dist", "small.js"), "export {};\n");
		return [];
	}
};

/** A small project in git that can be released, but for what is given. */
async function project(t: ExecutionContext, files: Readonly<Record<string, string>> = {}): Promise<string> {
	const folder = await newFolder(t);
	const good = {
		".gitignore": "build/\ndist/\n",
		"CHANGELOG.md": `# Changelog\n\n## ${version}\n\n- First.\n`,
		"package.json": JSON.stringify(own)
	};
	for (const [name, text] of Object.entries({ ...good, ...files }))
		await writeFile(join(folder, name), text);
	await commitAll(folder);
	return folder;
}

/** What a release comes to, and what it tells. */
async function attempt(folder: string, { checks = [build], isDryRun = false } = {}): Promise<{ refusals: readonly string[]; told: readonly string[] }> {
	const told: string[] = [];
	const refusals = await release(folder, checks, isDryRun, (line) => told.push(line));
	return { refusals, told };
}

test("a release is a tag on a commit of its own that has dist/; main, index and files stay", async (t) => {
	const folder = await project(t);
	const head = await git(folder, ["rev-parse", "HEAD"]);
	t.deepEqual(await attempt(folder), { refusals: [], told: ["build …", `made the tag v${version} and build/small-${version}.tgz; git push origin v${version} publishes it`] });
	const tag = `v${version}`;
	t.is(await git(folder, ["rev-parse", "main"]), head);
	t.is(await git(folder, ["rev-parse", `${tag}^{commit}^`]), head);
	t.is(await git(folder, ["cat-file", "-t", tag]), "tag");
	t.is(await git(folder, ["diff", "--name-status", head, tag]), "A\tdist/small.js");
	t.is(await git(folder, ["log", "-1", "--format=%s", tag]), `small ${version}, with dist/`);
	t.is(await git(folder, ["status", "--porcelain"]), "");
	t.is(await git(folder, ["ls-files", "dist"]), "");
	t.deepEqual((await attempt(folder)).refusals, [`there is a tag ${tag} already`]);
});

test("a dry run checks all and makes no tag", async (t) => {
	const folder = await project(t);
	const { refusals, told } = await attempt(folder, { isDryRun: true });
	t.deepEqual(refusals, []);
	t.is(told.at(-1), `all is green; without --dry-run this would make the tag v${version}`);
	t.is(await git(folder, ["tag"]), "");
});

const placeholder = "https://repository.invalid/small";
const refused: readonly (readonly [what: string, files: Readonly<Record<string, string>>, refusal: string])[] = [
	["a change log of another version", { "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- A.\n\n## 1.2.3\n\n- B.\n" }, 'CHANGELOG.md begins with section "Unreleased", not with "1.2.3"'],
	["a change log without an entry", { "CHANGELOG.md": "# Changelog\n\n## 1.2.3\n\n## 1.2.2\n\n- A.\n" }, 'CHANGELOG.md has nothing in its section "1.2.3"'],
	[
		"an address that is a placeholder",
		{ "package.json": JSON.stringify({ ...own, repository: { url: `git+${placeholder}.git` }, bugs: `${placeholder}/issues`, homepage: `${placeholder}#readme` }) },
		`package.json's address ${placeholder} is a placeholder: write the repository's own`
	],
	["another address for bugs", { "package.json": JSON.stringify({ ...own, bugs: "https://other.test" }) }, `package.json's bugs and homepage are not ${address}/issues and ${address}#readme`]
];

for (const [what, files, refusal] of refused) {
	test(`refused: ${what}`, async (t) => {
		const folder = await project(t, files);
		t.deepEqual(await attempt(folder), { refusals: [refusal], told: [] });
		t.is(await git(folder, ["tag"]), "");
	});
}

test("refused: what is not committed, and dist/ in git", async (t) => {
	const folder = await project(t);
	await writeFile(join(folder, "CHANGELOG.md"), `## ${version}\n\n- Changed.\n`);
	await writeFile(join(folder, "new.ts"), "");
	t.deepEqual((await attempt(folder)).refusals, ["not all is committed: CHANGELOG.md, new.ts"]);
	await build.run(folder);
	await git(folder, ["add", "--all", "--force"]);
	await git(folder, ["commit", "--quiet", "--message", "second"]);
	t.deepEqual((await attempt(folder)).refusals, ["dist/ is in git: it belongs to releases only"]);
});

test("refused: a check that fails, and those behind it are not run", async (t) => {
	const folder = await project(t);
	const fails: Check = { name: "npm test", run: () => Promise.resolve(["ended with 1"]) };
	const never: Check = { name: "never", run: () => Promise.reject(new Error("was run")) };
	t.deepEqual(await attempt(folder, { checks: [build, fails, never] }), { refusals: ["npm test: ended with 1"], told: ["build …", "npm test …"] });
	t.is(await git(folder, ["tag"]), "");
});

test("refused: checks that change what is released", async (t) => {
	const folder = await project(t);
	const writes: Check = { name: "writes", run: (into) => writeFile(join(into, "report.md"), "").then(() => []) };
	t.deepEqual((await attempt(folder, { checks: [build, writes] })).refusals, ["after the checks not all is committed: report.md"]);
	await rm(join(folder, "report.md"));
	const commits: Check = { name: "commits", run: (into) => git(into, ["commit", "--quiet", "--allow-empty", "--message", "second"]).then(() => []) };
	t.deepEqual((await attempt(folder, { checks: [build, commits] })).refusals, ["another commit was made or checked out during the checks"]);
	t.is(await git(folder, ["tag"]), "");
});

test("links of a page lead to the tag; those within it and to others stay", (t) => {
	t.is(absoluteLinks("[a](docs/a.md#b) ![c](docs/c.png) [d](#e) [f](https://g.test/h)", address, "v1.2.3"),
		`[a](${address}/blob/v1.2.3/docs/a.md#b) ![c](${address}/raw/v1.2.3/docs/c.png) [d](#e) [f](https://g.test/h)`);
});

test("the command says why it refuses, and makes no tag", async (t) => {
	const tags = await git(projectRoot(), ["tag"]);
	const { code, errors } = await runNode(["tools/command.mjs", "release", "--dry-run"], projectRoot());
	t.is(code, 1);
	t.regex(errors, /^refused: (?:not all is committed|package\.json's address \S+ is a placeholder): /m);
	t.is(await git(projectRoot(), ["tag"]), tags);
});

test("this project can be released: its tarball is what its tag has, and README.md in it links to nothing that it lacks", async (t) => {
	const folder = await newFolder(t);
	const tag = await makeRelease(folder);
	const [tarball] = (await readdir(join(folder, "build"))).filter((name) => name.endsWith(".tgz"));
	t.is(tarball, `records-client-${version}.tgz`);
	await run("tar", ["-xf", join(folder, "build", tarball), "-C", join(folder, "build")]);
	const made = join(folder, "build", "package");
	const readme = await readFile(join(made, "README.md"), "utf8");
	const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
	const own = links.filter((link) => link.startsWith("https://repository.test/"));
	t.true(own.length > 10);
	t.deepEqual(links.filter((link) => !/^(?:https:|#)/.test(link)), []);
	const paths = new Set((await git(folder, ["ls-tree", "-r", "--name-only", tag])).split("\n"));
	t.deepEqual(own.filter((link) => !paths.has(/\/(?:blob|raw)\/v[^/]+\/([^#]+)/.exec(link)?.[1] ?? "")), []);
	for (const name of ["manifest.json", "dist/records-client.js", "CHANGELOG.md"])
		t.is(await readFile(join(made, name), "utf8"), await git(folder, ["show", `${tag}:${name}`]) + "\n", name);
});

test("this project can be released: its tag has the manifests and what they and package.json name", async (t) => {
	const folder = await newFolder(t);
	const tag = await makeRelease(folder);
	const paths = new Set((await git(folder, ["ls-tree", "-r", "--name-only", tag])).split("\n"));
	const named = [...(await git(folder, ["show", `${tag}:package.json`])).matchAll(/"\.\/([\w./-]+)"/g)].map(([, path]) => path).filter((path) => path.includes("."));
	t.true(named.length > 20);
	t.deepEqual(named.filter((path) => !paths.has(path)), []);
	t.false((await git(folder, ["ls-tree", "-r", "--name-only", "main"])).includes("dist/"));
});

test("this project's own address is a placeholder, or real, and what follows from it agrees", async (t) => {
	const fault = addressFault(await packageOf(projectRoot()));
	t.regex(fault, /^(?:package\.json's address https:\/\/\S+ is a placeholder: .*)?$/);
});

for (const { name, run: check } of ofPackage)
	test.serial(`of this project: ${name.split(" ")[3]} finds nothing in the package`, async (t) => t.deepEqual(await check(projectRoot()), []));
