import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { entries } from "../../lib/entries.mjs";
import { projectRoot } from "../../service/project.js";

const run = promisify(execFile);

/**
 * Packs a package as npm publishes it, and has publint and arethetypeswrong look at it. `dist/` must be there.
 * @returns what is wrong with it, each one line
 * @throws Error with npm's output
 */
export async function packageFaults(folder: string): Promise<readonly string[]> {
	const scratch = await mkdtemp(join(tmpdir(), "records-package-"));
	try {
		await run("npm", ["pack", "--ignore-scripts", "--offline", "--pack-destination", scratch], { cwd: folder, shell: process.platform === "win32" });
		const archive = join(scratch, (await readdir(scratch))[0]);
		return [...await publishFaults(archive), ...await typeFaults(archive)];
	}
	finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

async function publishFaults(archive: string): Promise<readonly string[]> {
	const { buffer, byteOffset, length } = await readFile(archive);
	const { messages, pkg } = await publint({ pack: { tarball: buffer.slice(byteOffset, byteOffset + length) }, strict: true });
	return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/** One of what arethetypeswrong has found. */
interface TypeProblem {
	readonly kind: string;
	readonly entrypoint?: string;
	readonly resolutionKind?: string;
}

/** What it prints as JSON. */
interface TypeReport {
	readonly analysis?: { readonly problems?: readonly TypeProblem[] };
}

/** Entries for devices alone, whose condition no other tool has, and those without types. */
const excluded = entries.filter(({ device, isUntyped, node }) => isUntyped === true || device !== undefined && node === undefined).map(({ name }) => name.replace("records-client", "."));
const typeOptions = ["--profile", "esm-only", "--exclude-entrypoints", ...excluded];

/** It ends before a pipe has taken a long report, which is cut then. */
function reportIn(output: string): TypeReport {
	try {
		return JSON.parse(output) as TypeReport;
	}
	catch {
		return {};
	}
}

async function typeFaults(archive: string): Promise<readonly string[]> {
	const program = join(projectRoot(), "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
	const parameters = [program, archive, ...typeOptions, "--no-definitely-typed", "--format", "json"];
	const { failed, output } = await run(process.execPath, parameters, { maxBuffer: 1e8 }).then(
		({ stdout }) => ({ failed: false, output: stdout }),
		(error: unknown) => ({ failed: true, output: (error as { stdout?: string }).stdout ?? "" })
	);
	if (!failed)
		return [];
	const problems = (output === "" ? [] : reportIn(output).analysis?.problems ?? [])
		.filter(({ resolutionKind }) => resolutionKind !== "node10" && resolutionKind !== "node16-cjs");
	const texts = problems.map(({ entrypoint = "", kind, resolutionKind = "" }) => `arethetypeswrong: ${[kind, entrypoint, resolutionKind].join(" ").trim()}`);
	return texts.length > 0 ? [...new Set(texts)] : [`arethetypeswrong failed: ${output.slice(0, 2000)}`];
}
