import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apps, type Block, blocksIn, documents, isShown, quickSnippetFor, snippetFor } from "../../host-tests/project/readme/blocks.js";
import { asModule } from "../../host-tests/project/readme/examples.js";
import { readingsOf } from "../../host-tests/project/readme/stored-readings.js";
import { entries, shortName } from "../../lib/entries.mjs";
import { startService } from "../../service/launcher.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { build } from "../../tools/moddable/build.js";
import type { PackageApps } from "./package-app.js";
import { SecureService } from "./secure-service.js";
import { makeApp, type Simulator, type SimulatorApp } from "./simulator.js";

/** Milliseconds for what an app is to do. */
const deadline = 120_000;
const library = "./node_modules/records-client";
/** The client's manifest, and of the others all that don't exclude each other on the simulator. */
const manifests = ["manifest", ...entries.filter(({ manifest }) => manifest !== undefined).map(({ name }) => `manifests/${shortName(name)}`)];
const sdk = ["examples/manifest_base", "examples/manifest_net", "examples/io/tcp/httpclient/manifest_httpclient", "modules/base/modules/manifest"];
const snippets = documents.flatMap((document) => blocksIn(document, "ts"));
/** The main module of the app that has all snippets. */
const starter = `import files from "embedded:storage/files";
import Modules from "modules";

export default function main() {
	const file = files.openFile({ path: "snippet", mode: "r" });
	const name = String.fromArrayBuffer(file.read(file.status().size, 0));
	file.close();
	const run = Modules.importNow(name); // what it exports by default
	if (typeof run === "function")
		run();
}
`;
/** Milliseconds between looks at the service. */
const lookInterval = 200;

/** What the documents tell users to do, done as they do it: snippets as main.js, manifests as they are. */
export class ReadmeApps {
	readonly #simulator: Simulator;
	readonly #apps: PackageApps;

	constructor(simulator: Simulator, apps: PackageApps) {
		this.#simulator = simulator;
		this.#apps = apps;
	}

	/** @throws Error when an app does not build, or a service can't be had */
	async run(): Promise<void> {
		const [{ snippet, manifest }, outbox] = apps;
		const service = await startService({ quick: true, data: join(this.#simulator.scratch.folder, "readme-service") });
		try {
			await this.#sensor();
			await this.#snippets();
			await this.#posts(snippet, manifest, service.url);
			await this.#refused(snippet, manifest);
			await this.#delivers(outbox.snippet, outbox.manifest, service.url);
		}
		finally {
			await service.stop();
		}
	}

	/** The example, with a PATH that has no tsc of this project. */
	async #sensor(): Promise<void> {
		await build(this.#simulator.tools, join(projectRoot(), "examples", "sensor", "manifest.json"), {});
		this.#tell(true, "examples/sensor builds with a user's PATH");
	}

	/**
	 * Each snippet of the documents as TypeScript and as JavaScript in one app, by the SDK's own declarations. Those whose page
	 * says what the console shows are then run as JavaScript, a page after the other, each page with a service of its own.
	 */
	async #snippets(): Promise<void> {
		const port = await freePort();
		const secure = await SecureService.start(port);
		const app = await this.#buildSnippets(`http://127.0.0.1:${port}`, secure);
		this.#tell(snippets.length > 10, `${snippets.length} snippets of the documents compile as TypeScript and as JavaScript`);
		for (const document of new Set(snippets.filter(({ shows }) => shows.length > 0).map((snippet) => snippet.document))) {
			const name = `readme-${document.replace(/\W/g, "-")}`;
			const service = await startService({ quick: true, port, data: join(this.#simulator.scratch.folder, `${name}-service`) });
			try {
				await this.#show(app, name, { ...apps[0].snippet, shows: ['"value":21.4'] });
				for (const snippet of snippets.filter((block) => block.document === document && block.shows.length > 0)) {
					await this.#show(app, name, snippet);
					if (snippet.text.includes('Preference.get("app", "server")'))
						await this.#showWithBadAddress(app, name, snippet);
				}
			}
			finally {
				await service.stop();
			}
		}
		secure.close();
	}

	/** Returns the app, which runs the snippet whose module the file "snippet" names. */
	async #buildSnippets(url: string, secure: SecureService): Promise<SimulatorApp> {
		const folder = await this.#apps.folder("readme-snippets");
		const names: string[] = [];
		for (const extension of ["ts", "js"] as const) {
			for (const [index, snippet] of snippets.entries()) {
				names.push(`./${extension}-${index}`);
				const text = snippetFor(snippet, snippet.text.includes("tls: {") ? secure.urlFor(snippet.text) : url);
				await writeFile(join(folder, `${extension}-${index}.${extension}`), asModule({ ...snippet, text }, extension).text);
			}
		}
		await writeFile(join(folder, "main.js"), starter);
		const include = [...sdk.map((name) => `$(MODDABLE)/${name}.json`), ...manifests.map((name) => `${library}/${name}.json`)];
		const manifest = join(folder, "manifest.json");
		// As users have it: TypeScript is installed beside the app.
		const typescript = { compiler: join(projectRoot(), "node_modules", "typescript", "bin", "tsc") };
		const config = { file: { root: "./" }, files: "./" };
		for (const [name, bytes] of Object.entries(secure.files))
			await writeFile(join(folder, `${name}.der`), bytes);
		const resources = { "*": Object.keys(secure.files).map((name) => `./${name}`) };
		await writeFile(manifest, JSON.stringify({ include, typescript, resources, modules: { "*": ["./main", ...names] }, platforms: { lin: { config } } }));
		return makeApp(this.#simulator, "readme-snippets", manifest);
	}

	/** The same, where an address without a scheme is stored. */
	async #showWithBadAddress(app: SimulatorApp, name: string, snippet: Block): Promise<void> {
		const home = join(this.#simulator.scratch.folder, name);
		await writeFile(join(home, "modpreferences.json"), JSON.stringify({ app: { server: "192.168.1.20:8090" } }));
		await this.#show(app, name, { ...snippet, shows: ["TypeError: baseUrl must be", ...snippet.shows] });
	}

	/** Runs a snippet until the console shows what its page says, or until it ends. */
	async #show(app: SimulatorApp, name: string, snippet: Block): Promise<void> {
		const home = join(this.#simulator.scratch.folder, name);
		await mkdir(home, { recursive: true });
		await writeFile(join(home, "snippet"), `js-${snippets.findIndex(({ document, line }) => document === snippet.document && line === snippet.line)}`);
		const end = new AbortController();
		let shown = "";
		await app.run({
			folder: home,
			deadline,
			signal: end.signal,
			onLine(line) {
				shown += `${line}\n`;
				if (isShown(snippet, shown))
					end.abort();
			}
		});
		this.#tell(isShown(snippet, shown), `${snippet.document}:${snippet.line} shows ${snippet.shows.join(", then ")}: ${isShown(snippet, shown) ? "" : shown}`);
	}

	async #posts(snippet: Block, manifest: Block, url: string): Promise<void> {
		let shown = "";
		const how = await this.#start("readme-first", snippetFor(snippet, url), manifest, (line, kill) => {
			shown = line;
			kill();
		});
		const readings = await readingsOf(url);
		const ok = readings.some(({ id, value }) => value === 21.4 && shown.includes(`"id":"${id}"`));
		this.#tell(ok && how === "signal SIGKILL", `README.md's first snippet posts a reading (${how}): ${ok ? "" : shown}`);
	}

	async #refused(snippet: Block, manifest: Block): Promise<void> {
		let shown = "";
		const how = await this.#start("readme-refused", snippetFor(snippet, `http://127.0.0.1:${await freePort()}`), manifest, (line, kill) => {
			shown = line;
			// An app that ends by itself has the time for it.
			setTimeout(kill, lookInterval);
		});
		this.#tell(shown.startsWith("connect: ") && how === "signal SIGKILL", `README.md's first snippet tells that there is no service, and goes on (${how}): ${shown}`);
	}

	async #delivers(outbox: Block, manifest: Block, url: string): Promise<void> {
		const before = (await readingsOf(url)).length;
		const begun = Date.now();
		const end = new AbortController();
		const running = this.#start("readme-outbox", quickSnippetFor(outbox, url), manifest, () => undefined, end);
		let ended = false;
		void running.then(() => ended = true, () => ended = true);
		let readings = await readingsOf(url);
		for (; !ended && readings.length <= before; readings = await readingsOf(url))
			await new Promise((resolve) => setTimeout(resolve, lookInterval));
		end.abort();
		const how = await running;
		const late = readings.slice(before).filter(({ taken }) => !(Date.parse(taken) >= begun && Date.parse(taken) <= Date.now()));
		this.#tell(readings.length > before && late.length === 0 && how === "signal SIGKILL", `docs/outbox.md's app delivers readings with their time (${how}): ${JSON.stringify(late[0] ?? "")}`);
	}

	/**
	 * Builds a snippet as main.js with its manifest, and runs it until it is killed. Returns how it ended.
	 * @param onLine gets each line that it traces, and what kills it
	 */
	async #start(name: string, text: string, manifest: Block, onLine: (line: string, kill: () => void) => void, end = new AbortController()): Promise<string> {
		const folder = await this.#apps.folder(name);
		await writeFile(join(folder, "main.js"), text);
		await writeFile(join(folder, "manifest.json"), manifest.text);
		// As it is, but for what all apps of the simulator share.
		const own = join(folder, `${name}-own-files`, "manifest.json");
		await mkdir(join(folder, `${name}-own-files`));
		await writeFile(own, JSON.stringify({ include: "../manifest.json", config: { file: { root: "./" } } }));
		const app = await makeApp(this.#simulator, name, own);
		const { how, output } = await app.run({
			deadline,
			signal: end.signal,
			onLine: (line) => onLine(line, () => end.abort())
		});
		return how === "signal SIGKILL" ? how : `${how}: ${output.trim()}`;
	}

	#tell(ok: boolean, what: string): void {
		this.#simulator.results.take(`${ok ? "ok" : "not ok"} ${what}`);
	}
}
