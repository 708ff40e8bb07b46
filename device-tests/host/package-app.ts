import { cp, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeRelease } from "../../tools/release-repository.js";
import { projectRoot } from "../../service/project.js";
import type { App, BuildOptions } from "../../tools/moddable/build.js";
import { run } from "../../tools/moddable/command.js";
import { makeApp, runApp, type Simulator, type SimulatorApp } from "./simulator.js";
import { programOf } from "../../tools/installed.js";

const base = ["$(MODDABLE)/examples/manifest_base.json", "$(MODDABLE)/examples/manifest_net.json"];
const client = "$(MODDABLE)/examples/io/tcp/httpclient/manifest_httpclient.json";
const library = "./node_modules/records-client/manifest.json";
const adapter = "./node_modules/records-client/manifests/http-client.json";
const outbox = "./node_modules/records-client/manifests/outbox-files.json";
const libraryWithoutTLS = "./node_modules/records-client/manifests/http.json";

/** Folders in which apps with the package in node_modules are; their names are the apps'. */
export class PackageApps {
	readonly #simulator: Simulator;
	readonly #folder: string;
	readonly #service: string;

	constructor(simulator: Simulator, service: string) {
		this.#simulator = simulator;
		this.#folder = join(simulator.scratch.folder, "apps");
		this.#service = service;
	}

	/** Packs the project as npm publishes it. @throws Error with npm's output */
	async pack(): Promise<void> {
		await mkdir(this.#folder, { recursive: true });
		const packed = await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", this.#folder], { folder: projectRoot(), deadline: 60_000 });
		const archive = (await readdir(this.#folder)).find((name) => name.endsWith(".tgz"));
		if (packed.code !== 0 || archive === undefined)
			throw new Error(`npm pack failed:\n${packed.output}`);
		const unpacked = await run("tar", ["-xf", archive], { folder: this.#folder, deadline: 60_000 });
		if (unpacked.code !== 0)
			throw new Error(`tar failed:\n${unpacked.output}`);
		await rename(join(this.#folder, "package"), join(this.#folder, "records-client"));
	}

	/** An app that includes the package's manifest, runs and posts. */
	async include(): Promise<App> {
		return this.#run("package-include", await this.#manifest("package-include", [...base, library], "main.js"));
	}

	/** The same with an outbox in files. It runs twice: what the first start puts, the second delivers. */
	async withOutbox(): Promise<App> {
		const name = "package-outbox";
		const app = await this.#run(name, await this.#manifest(name, [...base, library, outbox], "outbox.js"));
		await runApp(this.#simulator, app);
		return app;
	}

	/** The same with Moddable's HTTP client, as the README has it. */
	async moddableClient(): Promise<App> {
		return this.#run("package-network", await this.#manifest("package-network", [...base, client, library, adapter], "network.js"));
	}

	/** The same without TLS: asked for https, it says so. */
	async withoutTLS(): Promise<App> {
		return this.#run("package-http", await this.#manifest("package-http", [...base, libraryWithoutTLS], "http.js"));
	}

	/**
	 * An app that includes a tag of a repository, which the SDK's tools clone: nothing is built there, so that the tag must
	 * have all. It has no package in node_modules; its outbox is in RAM.
	 */
	async fromTag(): Promise<App> {
		const name = "package-tag";
		const repository = join(this.#folder, "released");
		const tag = await makeRelease(repository);
		const git = pathToFileURL(repository).href;
		const folder = join(this.#folder, name);
		await mkdir(folder);
		await cp(join(fixtures(), "packed.js"), join(folder, "main.js"));
		const include = [...base, { git, tag }, { git, tag, manifest: "manifests/outbox-ram.json" }];
		// Where mcconfig clones to.
		this.#simulator.scratch.add(join(this.#simulator.tools.out, "tmp", "lin", "mc", "release", name, "repos"));
		return this.#run(name, await this.#write(folder, include));
	}

	/** An app without a manifest: mcpack makes it from the package.json, which has but the place of the preferences in it. */
	async mcpack(): Promise<void> {
		const { tools, results, scratch, show } = this.#simulator;
		if (programOf("mcpack", tools.environment.PATH) === undefined) {
			show("SKIPPED  the app made with mcpack: the tool is neither in PATH nor among the SDK's");
			return;
		}
		const name = "records-client-package-app";
		const folder = await this.#app(name, "packed.js");
		await cp(join(fixtures(), "package.json"), join(folder, "package.json"));
		// mcpack writes its manifest into the SDK, whatever the output folder.
		scratch.add(join(tools.moddable, "build", "tmp", name));
		try {
			await this.#run(name, join(folder, "package.json"), "mcpack");
		}
		catch (error) {
			results.fail(`mcpack: ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	async #run(name: string, manifest: string, tool: BuildOptions["tool"] = "mcconfig"): Promise<SimulatorApp> {
		const app = await makeApp(this.#simulator, name, manifest, { service: this.#service }, { tool });
		await runApp(this.#simulator, app);
		return app;
	}

	async #manifest(name: string, include: readonly string[], main: string): Promise<string> {
		return this.#write(await this.#app(name, main), include);
	}

	/** Writes an app's manifest. Returns its path. */
	async #write(folder: string, include: readonly unknown[]): Promise<string> {
		const manifest = join(folder, "manifest.json");
		await writeFile(manifest, JSON.stringify({ include, modules: { "*": "./main" }, config: { files: "./", file: { root: "./" } } }, null, "\t"));
		return manifest;
	}

	/** Makes a folder for an app, with the package in node_modules. Returns its path. */
	async folder(name: string): Promise<string> {
		const folder = join(this.#folder, name);
		await mkdir(join(folder, "node_modules"), { recursive: true });
		await cp(join(this.#folder, "records-client"), join(folder, "node_modules", "records-client"), { recursive: true });
		return folder;
	}

	async #app(name: string, main: string): Promise<string> {
		const folder = await this.folder(name);
		await cp(join(fixtures(), main), join(folder, "main.js"));
		return folder;
	}
}

function fixtures(): string {
	return join(projectRoot(), "device-tests", "package-app");
}
