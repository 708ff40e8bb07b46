import test from "ava";
import { claimOfProcess } from "../../../lib/outbox/process-claim.js";
import type { Directory } from "../../../lib/outbox/storage.js";

/** A folder of files without content, seen by a process of Linux. */
function folder(files: Set<string>, self: string, ...alive: readonly string[]): Directory {
	return {
		openFile({ path }: { path: string }) {
			files.add(path);
			return { close: () => undefined };
		},
		readLink(path: string) {
			if (path !== "/proc/self" || self === "")
				throw new Error("no such file");
			return self;
		},
		scan: () => [...files].values(),
		delete: (path: string) => files.delete(path),
		status: (path: string) => ({ isFile: () => files.has(path), isDirectory: () => [self, ...alive].some((id) => path === `/proc/${id}`) })
	} as unknown as Directory;
}

test("a second process is refused as long as the first lives and has not let go", (t) => {
	const files = new Set(["outbox0", "outbox.x.lock", "outbox.12.lock.old", "other.7.lock"]);
	const claim = claimOfProcess(folder(files, "12", "7"), "outbox");
	t.throws(() => claimOfProcess(folder(files, "34", "7", "12"), "outbox"), { message: "the files are in use by another outbox (process 12)" });
	t.false(files.has("outbox.34.lock"));
	claim?.close();
	t.truthy(claimOfProcess(folder(files, "34", "7", "12"), "outbox"));
	t.deepEqual([...files], ["outbox0", "outbox.x.lock", "outbox.12.lock.old", "other.7.lock", "outbox.34.lock"]);
});

test("what a dead process has left is removed, and a process takes its own number's again", (t) => {
	const files = new Set(["outbox.12.lock", "outbox.34.lock"]);
	t.truthy(claimOfProcess(folder(files, "34"), "outbox"));
	t.deepEqual([...files], ["outbox.34.lock"]);
});

test("where processes can't be told apart nothing is taken", (t) => {
	const files = new Set<string>();
	t.is(claimOfProcess(folder(files, ""), "outbox"), undefined);
	t.is(claimOfProcess({} as Directory, "outbox"), undefined);
	t.is(files.size, 0);
});
