/** Disks that are really full, PostgreSQL's and a service's, while readings are forwarded: small ones in memory, which root alone can make. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { folder as folderOf } from "../../host-tests/runner/folder.js";
import { findPrograms, PostgreSQL } from "../bench/forward/postgresql.js";
import { Forwarding } from "./forwarding.js";
import { postAll, readings, secret } from "./kit-service.js";

const run = promisify(execFile);

/** A disk of its own. */
class Disk {
	readonly folder: string;

	private constructor(folder: string) {
		this.folder = folder;
	}

	static async make(t: ExecutionContext, megabytes: number): Promise<Disk> {
		const folder = await folderOf(t);
		await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
		t.teardown(() => run("umount", ["--lazy", folder]));
		await chmod(folder, 0o777);
		return new Disk(folder);
	}

	async grow(megabytes: number): Promise<void> {
		await run("mount", ["-o", `remount,size=${megabytes}m`, this.folder]);
	}

	/** What is begun meanwhile has its temporary folders there. */
	async holds<Value>(begin: () => Promise<Value>): Promise<Value> {
		const { TMPDIR: before } = process.env;
		process.env.TMPDIR = this.folder;
		try {
			return await begin();
		}
		finally {
			if (before === undefined)
				delete process.env.TMPDIR;
			else
				process.env.TMPDIR = before;
		}
	}
}

async function lacking(): Promise<string | undefined> {
	if (await findPrograms() === undefined)
		return "PostgreSQL is not installed (Debian's package postgresql)";
	return await run("sh", ["-c", "d=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs $d && umount $d && rmdir $d"]).then(() => undefined, () => "no disk can be mounted, which root may do");
}

const lack = await lacking();
if (lack !== undefined)
	console.log(`not run: readings forwarded while a disk is full: ${lack}`);
const withDisks = lack === undefined ? test.serial : test.serial.skip;

/** Readings of 20 KB that nothing makes smaller. */
function heavy(count: number, first: number): { readonly id: string }[] {
	return Array.from({ length: count }, (_, index) => ({ id: `r${String(first + index).padStart(14, "0")}`, sensor: "a", value: index, extra: randomBytes(15_000).toString("base64") }));
}

withDisks("PostgreSQL's disk has no room for its log either: it may end, and all readings arrive when there is some", async (t) => {
	const disk = await Disk.make(t, 60);
	const server = await disk.holds(async () => PostgreSQL.start((await findPrograms())!));
	t.teardown(() => server.remove());
	const forwarding = await Forwarding.start(t, server);
	const { services: [service] } = forwarding;
	await postAll(service, await service.device("device-one", secret), heavy(1500, 0));
	const forwarder = await forwarding.forward();
	await forwarder.said(/^one: (?:PostgreSQL says: .*No space left on device|the connection to PostgreSQL is broken: |PostgreSQL can't be reached: )/m);
	t.like(await forwarding.until(() => forwarder.metrics(), (found) => found["faults_total one"] > 1), { "active one": 0, "refused_readings_total one": 0 });
	await disk.grow(256);
	await server.kill();
	await server.serve();
	await forwarding.arrived(1500);
	t.is(await forwarding.count(), 1500);
	t.deepEqual(await forwarding.query("SELECT id FROM records_refused"), []);
});

withDisks("a service's disk is full: what it took is forwarded, what it refused is taken later, each once", async (t) => {
	const server = await PostgreSQL.start((await findPrograms())!);
	t.teardown(() => server.remove());
	const disk = await Disk.make(t, 64);
	const forwarding = await disk.holds(() => Forwarding.start(t, server));
	const { services: [service] } = forwarding;
	const device = await service.device("device-one", secret);
	const forwarder = await forwarding.forward();
	await postAll(service, device, heavy(50, 0));
	await forwarding.arrived(50);
	// All but a megabyte.
	const filler = join(disk.folder, "filler");
	const file = await open(filler, "w");
	await t.throwsAsync(async () => {
		for (;;)
			await file.write(Buffer.alloc(100_000));
	}, { code: "ENOSPC" });
	await file.truncate((await file.stat()).size - 1_000_000);
	await file.close();
	const taken: string[] = [], refused: { readonly id: string }[] = [];
	for (const item of heavy(200, 50)) {
		const { status } = await service.ask("POST", readings, device, item);
		if (status === 200)
			taken.push(item.id);
		else
			refused.push(item);
	}
	t.true(taken.length > 0 && refused.length > 0, `${taken.length} were taken, ${refused.length} refused`);
	await forwarding.arrived(50 + taken.length);
	t.is(await forwarding.count(), 50 + taken.length);
	t.like(await forwarder.metrics(), { "active one": 1, "behind_readings one": 0 });
	await rm(filler);
	await postAll(service, device, refused);
	await forwarding.arrived(250);
	t.deepEqual((await forwarding.query("SELECT id FROM readings ORDER BY id")).map(({ id }) => id), heavy(250, 0).map(({ id }) => id));
});
