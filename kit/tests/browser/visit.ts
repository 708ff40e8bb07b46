import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { axeText, type Browser, type Page } from "./browser.js";

/** Milliseconds between two looks. */
const INTERVAL = 50;
/** Requests that the service answers in turn, in which the page has done what takes it a few. */
const ROUNDS = 300;

interface Violation {
	readonly id: string;
	readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export interface VisitOptions {
	readonly width?: number;
	readonly height?: number;
	readonly colorScheme?: "light" | "dark";
	readonly hasTouch?: boolean;
	/** What the browser says that its language is. */
	readonly language?: string;
}

/** A visit to the live page, in a tab of its own. The page must ask nothing of others and have nothing to complain about. */
export class Visit {
	readonly page: Page;
	readonly #t: ExecutionContext;
	readonly #complaints: string[];

	private constructor(t: ExecutionContext, page: Page, complaints: string[]) {
		this.page = page;
		this.#t = t;
		this.#complaints = complaints;
	}

	static async of(t: ExecutionContext, browser: Browser, url: string, { width = 1000, height = 900, colorScheme = "light", hasTouch = false, language }: VisitOptions = {}): Promise<Visit> {
		const page = await browser.newPage({ viewport: { width, height }, colorScheme, hasTouch, locale: "en-GB", timezoneId: "UTC" });
		t.teardown(() => page.close());
		page.setDefaultTimeout(0); // ava ends what hangs
		const complaints: string[] = [];
		// What a service that is gone does not answer, and a login that it refuses, the browser tells by itself.
		page.on("console", (message) => {
			if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
				complaints.push(message.text());
		});
		page.on("pageerror", (error) => complaints.push(error.message));
		page.on("request", (request) => {
			if (new URL(request.url()).origin !== new URL(url).origin)
				complaints.push(`asked for ${request.url()}`);
		});
		if (language !== undefined)
			await page.addInitScript(`Object.defineProperty(Navigator.prototype, "language", { get: () => ${JSON.stringify(language)} })`);
		await page.goto(url);
		return new Visit(t, page, complaints);
	}

	async login(identity: string, password: string, as: "operator" | "device" | "superuser" = "device"): Promise<void> {
		const { page } = this;
		await page.locator("[name=collection]").selectOption({ label: as });
		await page.getByLabel("Name or email").fill(identity);
		await page.getByLabel("Password").fill(password);
		await page.getByRole("button", { name: "Log in" }).click();
	}

	/** Fulfilled when an expression is true in the page. */
	async until(expression: string): Promise<void> {
		// Not the page's own waiting: it evaluates text inside the page, which the page's policy forbids.
		while (!await this.page.evaluate<boolean>(expression))
			await sleep(INTERVAL);
	}

	/**
	 * Whether an expression becomes true in the page while the service answers ROUNDS requests, one after the other. For what
	 * takes the page a few requests that it makes at once: the wait is bounded, however fast the machine is.
	 */
	async soon(expression: string): Promise<boolean> {
		for (let round = 0; round < ROUNDS; round++) {
			if (await this.page.evaluate<boolean>(expression))
				return true;
			await this.page.evaluate('fetch("/api/health", { cache: "no-store" }).then((response) => response.text())');
		}
		return false;
	}

	/** Fulfilled when there are so many rows of arrivals, or more. */
	async untilArrivals(count: number): Promise<void> {
		await this.until(`document.querySelectorAll("#arrivals tr").length >= ${count}`);
	}

	/** What a tile says, its detail included: tiles are "Last value", "Mean", "Readings", "Gaps" and "Delivered late". */
	tile(name: string): Promise<string> {
		return this.page.evaluate(`[...document.querySelectorAll("#tiles div")].find((tile) => tile.firstChild.textContent === "${name}").lastChild.textContent`);
	}

	/** The first number of a tile. */
	async count(name: string): Promise<number> {
		return Number.parseInt(await this.tile(name), 10);
	}

	/** Checks by axe-core, and that nothing is wider than the screen. */
	async checkAccess(): Promise<void> {
		await this.page.evaluate(axeText());
		const violations = await this.page.evaluate<Violation[]>("axe.run(document).then(({ violations }) => violations)");
		this.#t.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`), []);
		this.#t.true(await this.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen");
	}

	/** Checks that there was nothing to complain about. */
	end(): void {
		this.#t.deepEqual(this.#complaints, []);
	}
}
