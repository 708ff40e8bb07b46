import test, { type SerialFn, type SkipFn } from "ava";
import { prepareHost } from "../../bench/engine.js";
import type { Host } from "../../bench/runner.js";
import { prepareXS } from "../../tools/xs/install.js";

type Test = SerialFn | SkipFn;

/** How to test on XS: one test at a time; where there is none, tests are skipped, and a line says what is not run. */
export async function testOnXS(what: string): Promise<Test> {
	const readiness = await prepareXS();
	if (readiness.ready)
		return test.serial;
	console.warn(`not run on XS: ${what}: ${readiness.why}`);
	return test.skip;
}

/** The same with the host of benchmarks, which tests that are skipped do not use. */
export async function hostOfTests(what: string, isCounting = false): Promise<{ readonly test: Test; readonly host: Host }> {
	return { test: await testOnXS(what), host: (await prepareHost(isCounting)).host ?? NO_HOST };
}

const none = (): Promise<never> => Promise.reject(new Error("there is no XS"));
const NO_HOST: Host = { pointer: 8, run: none, bytecode: none };

/** What is measured when the first test asks, once for all. */
export function once<T>(measure: () => Promise<T>): () => Promise<T> {
	let measured: Promise<T> | undefined;
	return () => measured ??= measure();
}
