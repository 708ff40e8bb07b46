/** The sensor firmware for hours: the emulator leaves out the time in which the machine waits. Each reading arrives once, by a token that is renewed, with the time when it was taken. */
import { join } from "node:path";
import { startService } from "../../service/launcher.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { readingsOf } from "../../tools/stored-readings.js";
import { password } from "../../tools/successive-service.js";
import { buildFlash, type Emulator } from "./emulator-image.js";
import { report, runSensor, type SensorRuns } from "./emulator-sensor.js";
import { ScaledService } from "./scaled-service.js";

/** Hours of the machine's; each takes two to five minutes. */
const hours = 3;
/** Readings, and milliseconds between two. */
const readings = hours * 60, interval = 60_000;
/** Seconds of a token's life, of which the client uses four fifths (`limits.renewAt`). */
const life = 3600;
/** Milliseconds after which the machine tells its time again, which is the service's. */
const tick = 1000;
/** Milliseconds by which the times of readings may lie apart from the machine's own: a Date has whole seconds, is a tick late, and what a busy host takes for an answer are seconds of the machine's. A clock that is wrong by a thousandth leaves it. */
const DRIFT = 10_000;
/** Milliseconds without a line, and for all. */
const patience = 300_000, deadline = 2_700_000;

interface Reading {
	readonly taken: string;
	readonly extra: { readonly number: number };
}

export async function runNight(emulator: Emulator): Promise<void> {
	const { results, scratch, show } = emulator;
	const service = await startService({ quick: true, data: join(scratch.folder, "night-service") });
	const begun = Date.now();
	let passed = 0;
	const scaled = new ScaledService(service.port, () => begun + passed, life);
	try {
		const flash = await buildFlash(emulator, "sensor", { baseUrl: seen(await scaled.begin()), count: String(readings), interval: String(interval), tick: String(tick) });
		const runs: SensorRuns = { place: "night", flash, returned: new Map(), summary: "", hung: 0 };
		const putAt = new Map<number, number>();
		await runSensor(emulator, runs, (line) => {
			const [, time] = /^time (\d+)$/.exec(line) ?? [];
			if (time !== undefined)
				passed = Number(time);
			const [, number] = /^reading +(\d+): /.exec(line) ?? [];
			if (number !== undefined)
				putAt.set(Number(number), passed);
		}, { isQuick: true, patience, deadline });
		const stored = await readingsOf<Reading>({ url: service.url, password }, "taken,extra");
		const errors = stored.filter(({ taken }) => taken !== "").map(({ extra: { number }, taken }) => Date.parse(taken.replace(" ", "T")) - begun - (putAt.get(number) ?? NaN));
		const least = Math.min(...errors), most = Math.max(...errors);
		const renewals = Math.floor(readings * interval / 1000 / (life * 0.8));
		const line = `night: ${Math.round(passed / 36_000) / 100} hours of the machine's in ${Math.round((Date.now() - begun) / 1000)} s, ${scaled.logins} log-in, ${scaled.refreshes} tokens renewed, ${errors.length} times of readings ${least} to ${most} ms beside the machine's`;
		show(line);
		const isGood = passed >= (readings - 1) * interval && scaled.logins === 1 && scaled.refreshes >= renewals - 1 && errors.length >= readings - 1 && least >= -DRIFT && most <= DRIFT;
		results.take(isGood ? `ok ${line}` : `not ok ${line}`);
		await report(emulator, runs, service.url, readings, "a night");
	}
	finally {
		scaled.close();
		await service.stop();
	}
}
