import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { makeFolder } from "../../../host/make-folder.js";

const root = mkdtempSync(join(tmpdir(), "records-folder-"));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

test("a folder and those it is in are made with the mode that is given, and may be there", (t) => {
	const path = join(root, "one", "two", "three");
	makeFolder(path, 0o700);
	makeFolder(path, 0o700);
	t.true(statSync(path).isDirectory());
	if (process.platform !== "win32")
		t.is(statSync(join(root, "one")).mode & 0o777, 0o700);
});

test("a link to a folder is one; a file is not, nor is what would be in it", (t) => {
	makeFolder(join(root, "real"));
	symlinkSync(join(root, "real"), join(root, "link"));
	t.notThrows(() => makeFolder(join(root, "link")));
	writeFileSync(join(root, "file"), "");
	t.throws(() => makeFolder(join(root, "file")), { code: "EEXIST" });
	t.throws(() => makeFolder(join(root, "file", "a", "b")), { code: "ENOTDIR" });
});

(process.platform === "linux" ? test : test.skip)("where nothing can be made it fails, and ends", (t) => {
	t.throws(() => makeFolder("/proc/records/data/public"), { code: "ENOENT" });
});
