import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";

/** A folder that is there until the test has ended. */
export async function folder(t: ExecutionContext): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "records-test-"));
	t.teardown(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
	return path;
}
