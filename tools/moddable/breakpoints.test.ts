import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { stopAt } from "./breakpoints.js";

/** Answers as QEMU's stub of GDB does, until the machine has stopped so often. Returns the path of its socket, and what it was asked. */
async function startStub(t: ExecutionContext, stops: number): Promise<{ readonly path: string; readonly asked: string[] }> {
	const folder = await mkdtemp(join(tmpdir(), "records-breakpoints-"));
	t.teardown(() => rm(folder, { recursive: true }));
	const path = join(folder, "gdb");
	const asked: string[] = [];
	const server = createServer((socket) => {
		socket.on("error", () => socket.destroy()).setEncoding("latin1").on("data", (text: string) => {
			for (const [, command] of text.matchAll(/\$([^#]*)#[0-9a-f]{2}/g)) {
				asked.push(command ?? "");
				if (command === "c" && stops-- === 0) {
					socket.destroy();
					return;
				}
				// In two pieces, as a stream may bring them.
				socket.write("+$");
				socket.write((command?.startsWith("Z")) ? "OK#9a" : "T05thread:01;#07");
			}
		});
	}).listen(path);
	t.teardown(() => server.close());
	return { path, asked };
}

test("the machine goes on at each breakpoint until the one that was asked for", async (t) => {
	const { asked, path } = await startStub(t, 9);
	t.true(await stopAt(path, [0x4038abc0, 0x10], 3));
	t.deepEqual(asked, ["Z0,4038abc0,2", "Z0,10,2", "c", "s", "c", "s", "c"]);
});

test("a machine that ends before is told from one that has stopped", async (t) => {
	const { asked, path } = await startStub(t, 1);
	t.false(await stopAt(path, [0x10], 3));
	t.deepEqual(asked, ["Z0,10,2", "c", "s", "c"]);
});
