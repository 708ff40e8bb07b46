/** The little of playwright-core that the tests use. Its own types are there only where it is installed. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { browserPackage, type Installation } from "./install.js";

export interface Page {
	goto(url: string): Promise<unknown>;
	reload(): Promise<unknown>;
	/** Runs a script in each document before its own. */
	addInitScript(script: string): Promise<unknown>;
	/** Runs a script in the page and waits for what it comes to, a JSON value. */
	evaluate<Result>(script: string): Promise<Result>;
	locator(selector: string): Locator;
	getByLabel(text: string): Locator;
	getByRole(role: string, options: { name: string }): Locator;
	readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void>; down(key: string): Promise<void>; up(key: string): Promise<void> };
	readonly mouse: { move(x: number, y: number): Promise<void>; down(): Promise<void>; up(): Promise<void>; wheel(deltaX: number, deltaY: number): Promise<void> };
	waitForEvent(event: "download"): Promise<Download>;
	context(): { newCDPSession(page: Page): Promise<DevTools> };
	/** @param timeout milliseconds, 0 for none */
	setDefaultTimeout(timeout: number): void;
	screenshot(options: { path: string }): Promise<unknown>;
	/** @param handler decides about each request to such an address */
	route(url: RegExp, handler: (route: Route) => Promise<void>): Promise<void>;
	on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
	on(event: "pageerror", listener: (error: Error) => void): void;
	on(event: "request", listener: (request: { url(): string }) => void): void;
	close(): Promise<void>;
}

export interface Download {
	suggestedFilename(): string;
	/** Where the browser has put the whole file. */
	path(): Promise<string>;
}

/** The browser's own protocol, for what playwright has no call. */
export interface DevTools {
	send(method: "Input.dispatchTouchEvent", event: { type: "touchStart" | "touchMove" | "touchEnd"; touchPoints: readonly { x: number; y: number; id: number }[] }): Promise<unknown>;
}

export interface Route {
	request(): { method(): string; url(): string };
	/** Lets the request fail as if there were no network. */
	abort(): Promise<void>;
	continue(): Promise<void>;
}

export interface Locator {
	fill(text: string): Promise<void>;
	click(): Promise<void>;
	selectOption(option: { label: string }): Promise<unknown>;
	focus(): Promise<void>;
	textContent(): Promise<string | null>;
}

export interface Browser {
	newPage(options: { viewport: { width: number; height: number }; colorScheme?: "light" | "dark"; hasTouch: boolean; locale: string; timezoneId: string }): Promise<Page>;
	close(): Promise<void>;
}

interface Playwright {
	readonly chromium: {
		launch(options: { executablePath: string; args: readonly string[]; env: NodeJS.ProcessEnv; chromiumSandbox: boolean; timeout: number; handleSIGTERM: boolean }): Promise<Browser>;
	};
}

const startDeadline = 120_000; // milliseconds

/** Starts the browser that `prepareBrowser` has prepared. */
export async function startBrowser({ executable, environment }: Installation): Promise<Browser> {
	const module = pathToFileURL(createRequire(browserPackage).resolve("playwright-core")).href;
	const { default: playwright } = await import(module) as { default: Playwright };
	return playwright.chromium.launch({
		executablePath: executable,
		// No processor for graphics, and a root's container has no sandbox: the page is this project's own.
		args: ["--disable-gpu", "--no-sandbox", "--font-render-hinting=none"],
		env: environment,
		chromiumSandbox: false,
		timeout: startDeadline,
		handleSIGTERM: false // by which ava ends what hangs: a handler would have it hang on
	});
}

/** axe-core's text, to be run in a page. */
export function axeText(): string {
	return readFileSync(createRequire(browserPackage).resolve("axe-core/axe.min.js"), "utf8");
}
