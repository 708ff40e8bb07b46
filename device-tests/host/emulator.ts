/** The tests in an emulator (device-tests/emulator): the image that is flashed, in QEMU's ESP32-C3, against the real service. */
import { join } from "node:path";
import { startFront } from "../../tools/front/front.js";
import { startPeer } from "../../tools/peer/peer.js";
import { startService } from "../../service/launcher.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { RestartCause } from "../../tools/moddable/restart-cause.js";
import { runAddress } from "./emulator-address.js";
import { runEncrypted } from "./emulator-encrypted.js";
import { flashGroups, runFlashOutbox } from "./emulator-flash.js";
import { buildFlash, type Emulator, faultOf, functionsOf, keep, note, runFlash } from "./emulator-image.js";
import { runNight } from "./emulator-night.js";
import { runFull, runWorn } from "./emulator-nvs.js";
import { runReadings } from "./emulator-readings.js";
import { runOutage } from "./emulator-outage.js";
import { runResets } from "./emulator-resets.js";
import { cutLink, cutPower } from "./emulator-sensor.js";
import { runStart } from "./emulator-start.js";
import { isKnownTCP } from "./emulator-tcp.js";
import { runTLS } from "./emulator-tls.js";
import { runUnlinked } from "./emulator-unlinked.js";

/** Groups of the shared cases, each a flash of its own. */
const caseGroups = ["spec", "wire", "auth", "outbox", "times", "lists", "live", "timer", "preferences", "preload", "text"];
/** Groups of a program of its own, in their order. */
const programs: Readonly<Record<string, (emulator: Emulator) => Promise<void>>> = {
	"power": (emulator) => cutPower(emulator, "power"), "power-writes": (emulator) => cutPower(emulator, "power-writes"), "link": cutLink, "outage": runOutage, "resets": runResets, "tls": runTLS,
	...Object.fromEntries(flashGroups.map((place) => [place, (emulator: Emulator) => runFlashOutbox(emulator, place)])),
	"readings": runReadings, "nvs-full": runFull, "nvs-worn": runWorn, "address": runAddress, "unlinked": runUnlinked, "night": runNight, "start": runStart, "encrypted": runEncrypted
};

const groups = [...caseGroups, ...Object.keys(programs)];

/** Milliseconds without a line after which the emulator counts as hung: above the patience of a case (device-tests/app/runner.ts). */
const patience = 330_000;
/** Milliseconds for a run of an app. */
const runDeadline = 3_000_000;
/** How often a run that fell silent before its first result is repeated. */
const silentMaximum = 2;

/** How often in a row an image may start without a result. */
const barrenMaximum = 3;

/** @param only groups, separated by commas, "" for all @throws Error for a group that is none of the emulator's */
export async function runInEmulator(emulator: Emulator, only: string): Promise<void> {
	const wanted = only === "" ? groups : only.split(",");
	const unknown = wanted.filter((name) => !groups.includes(name));
	if (unknown.length > 0)
		throw new Error(`--only ${unknown.join()}: the emulator has ${groups.join(", ")}`);
	const cases = wanted.filter((name) => caseGroups.includes(name));
	if (cases.length > 0)
		await runCases(emulator, cases);
	for (const [name, run] of Object.entries(programs)) {
		if (wanted.includes(name))
			await run(emulator);
	}
	emulator.lows.judge(wanted.filter((name) => !caseGroups.includes(name) && name !== "start"), emulator.results, emulator.show);
}

/** The shared cases, a group a flash. */
async function runCases(emulator: Emulator, wanted: readonly string[]): Promise<void> {
	const { results, scratch, show } = emulator;
	const service = await startService({ quick: true, data: join(scratch.folder, "service") });
	const peer = await startPeer();
	const front = await startFront(service);
	try {
		for (const only of wanted) {
			const config = { service: seen(service.url), peer: seen(peer.url), front: seen(front.url), only };
			let silent = 0;
			while (!await runGroup(emulator, only, config)) {
				if (++silent > silentMaximum) {
					results.fail(`${only}: silent before its first result ${silent} times`);
					break;
				}
				show(`  ${only}: silent before its first result, repeated`);
				results.repeated++;
			}
		}
	}
	finally {
		front.close();
		peer.close();
		await service.stop();
	}
}

/**
 * Runs a group on a flash of its own. The image that restarts for want of memory goes on with the case that wanted it.
 * @returns whether there was a result; only a run without one may be repeated
 */
async function runGroup(emulator: Emulator, only: string, config: Readonly<Record<string, string>>): Promise<boolean> {
	const { results, show } = emulator;
	const flash = await buildFlash(emulator, "cases", config);
	const functions = await functionsOf(emulator, "cases");
	let hasResult = false;
	let last = "";
	for (let barren = 0; barren < barrenMaximum; barren++) {
		let begun = "";
		let isClosed = false;
		const cause = new RestartCause();
		const ended = await runFlash(emulator, flash, {
			patience,
			deadline: runDeadline,
			onLine(line, control) {
				if (line.startsWith("begin "))
					begun = line.slice(6);
				else if (line.startsWith("too large ")) {
					barren = 0;
					results.skip(`not run: ${line.slice(10)}: ${last}, also as the first case of a start`);
				}
				else if (line.startsWith("not here "))
					results.skip(`not run: ${line.slice(9)}`);
				else if (results.take(line)) {
					hasResult = true;
					barren = 0;
					if (!line.startsWith("ok "))
						show(line);
				}
				else if (/^[0-9]+ passed, /.test(line)) {
					isClosed = true;
					control.cut();
				}
				else if (!cause.take(line))
					note(emulator, only, line);
			}
		});
		const fault = faultOf(ended);
		if (isClosed)
			return true;
		last = cause.words(functions);
		if (cause.isMemory && ended.restart !== "") {
			show(`  ${only}: ${last} for "${begun}", started again`);
			results.restarted++;
			continue;
		}
		// Cases whose peer resets meet it, too.
		if (ended.restart !== "" && isKnownTCP(cause.names(functions))) {
			results.take(`known ${begun}: the SDK's TCP restarted the image: ${last}`);
			continue;
		}
		if (fault !== "" && !hasResult && ended.restart === "")
			return false;
		results.fail(`${only}: ${begun === "" ? "before its first case" : `in "${begun}"`}: ${last || fault}; its flash is kept as ${await keep(flash, only)}`);
		return true;
	}
	results.fail(`${only}: no memory, ${barrenMaximum} starts in a row; its flash is kept as ${await keep(flash, only)}`);
	return true;
}
