import { STATUS_CODES } from "node:http";
import type { Service } from "../../service/launcher.js";
import { byteFaults, isByteFault } from "../network/faults.js";
import { bytesOf, type Passed, RequestProxy } from "../network/request-proxy.js";
import { answer, json } from "../peer/script.js";
import { FrontRun } from "./front-run.js";
import { OwnDevices } from "./own-devices.js";
import { Superuser } from "./superuser.js";

const place = /^\/([A-Za-z0-9-]+)(\/.*)$/;
const command = /^\/api\/collections\/front\/records\/([a-z0-9.-]+)$/;

/**
 * Starts a front that hands requests to the real service, and its answers back, but for what a case has told
 * it: it sets the Date ahead, keeps answers back, refuses. The path's first segment names the run, whose state is its own;
 * what to do is told by reading the record of that name in the collection `front` (see `FrontRun`), so that cases on other
 * engines can. The record `seen` says what came, `token.<seconds>` is a token of the service's with that life,
 * `own.<command>` is about accounts of the run's own (see `OwnDevices`).
 * @param host IPv4 address of this machine to listen on
 * @returns `/<run>` follows its base URL
 */
export async function startFront(service: Pick<Service, "url" | "data">, host = "127.0.0.1"): Promise<RequestProxy> {
	const superuser = await Superuser.of(service);
	// An empty list makes a client ask about its token: whichever case comes first, the device's is not empty.
	await (await superuser.as("device-one", 60)).collection("readings").create({ sensor: "front" });
	const runs = new Map<string, FrontRun>();
	const own = new Map<FrontRun, OwnDevices>();
	let last: Promise<unknown> = Promise.resolve();

	/** Changes of collections come one by one: the service forgets for a moment what was made beside another change. */
	function alone(change: () => Promise<object>): Promise<object> {
		const done = last.then(change);
		last = done.catch(() => undefined);
		return done;
	}

	function devicesOf(run: FrontRun): OwnDevices {
		const devices = own.get(run) ?? new OwnDevices(superuser);
		own.set(run, devices);
		return devices;
	}

	async function told(run: FrontRun, name: string): Promise<object> {
		const [what, seconds] = name.split(".");
		if (what === "own")
			return alone(() => devicesOf(run).tell(seconds));
		if (what === "token")
			return { token: await superuser.token("device-one", Number(seconds)) };
		if (what === "seen")
			return { seen: run.seen };
		run.tell(name);
		return {};
	}

	async function serve({ received, socket, upstream }: Passed): Promise<unknown> {
		const [, key = "", path = ""] = place.exec(received.path) ?? [];
		const run = runs.get(key) ?? new FrontRun();
		runs.set(key, run);
		const name = command.exec(path)?.[1];
		if (name !== undefined)
			return socket.write(json(await told(run, name)));
		const authorization = /\r\nauthorization:[^\r]*/i;
		const fault = run.see(received.method, path, authorization.test(received.head));
		const request = bytesOf(fault === "anonymous" ? { ...received, head: received.head.replace(authorization, "") } : received, path);
		const ask = (): Promise<Buffer> => upstream.ask(request);
		const pass = async (): Promise<unknown> => socket.write(dated(await ask(), run));
		// A stream has no end to wait for.
		if (fault === "" && received.method === "GET" && path === "/api/realtime") {
			const service = upstream.open();
			service.pipe(socket.once("close", () => service.destroy()));
			return service.write(request);
		}
		if (isByteFault(fault))
			return byteFaults[fault]({ socket, upstream, request, ask, at: () => 0 });
		switch (fault) {
			case "":
			case "anonymous":
				return pass();
			case "late":
				await run.released();
				return pass();
			case "done-503":
				await ask();
				return socket.write(json({ message: "The front says later." }, "503 Service Unavailable"));
			case "portal":
				return socket.write(answer("<html>Log in</html>", "200 OK", "content-type: text/html\r\n"));
		}
		const [, page, status] = /^(page-)?(\d+)$/.exec(fault) ?? [];
		const line = `${status} ${STATUS_CODES[status] ?? ""}`;
		return socket.write(page === undefined ? json({ data: {}, message: "The front says no.", status: Number(status) }, line)
			: answer("<html>Not here</html>", line, "content-type: text/html\r\nlocation: /login\r\n"));
	}

	return new RequestProxy(Number(new URL(service.url).port), serve, { host }).open();
}

/** An answer with the run's Date. */
function dated(whole: Buffer, run: FrontRun): Buffer {
	const end = whole.indexOf("\r\n\r\n");
	const head = whole.toString("latin1", 0, end).replace(/\r\ndate: ([^\r]*)/i, (_, real: string) => {
		const shown = run.date(real);
		return shown === "" ? "" : `\r\nDate: ${shown}`;
	});
	return Buffer.concat([Buffer.from(head, "latin1"), whole.subarray(end)]);
}
