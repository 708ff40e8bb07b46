/** "setup/watch": tells each new low of the system's heap, of the machine's stack and of its task's, and, each `tick` milliseconds of the config, the time since the start. */
import { fillStack, heapLeast, sinceStart, stackLeft, stackSlots, taskLeft } from "gauges";
import config from "mc/config";
import Timer from "timer";

/** Milliseconds between two looks: lows are kept by what is looked at. */
const PERIOD = 500;

export default function (done) {
	let heap = Infinity, slots = Infinity, task = Infinity;
	fillStack();
	Timer.repeat(() => {
		const nowHeap = heapLeast(), nowSlots = stackLeft(), nowTask = taskLeft();
		if (nowHeap >= heap && nowSlots >= slots && nowTask >= task)
			return;
		heap = Math.min(heap, nowHeap);
		slots = Math.min(slots, nowSlots);
		task = Math.min(task, nowTask);
		trace(`low ${heap} bytes of heap, ${slots} of ${stackSlots()} slots of stack, ${task} bytes of the task's stack\n`);
	}, PERIOD);
	if (config.tick)
		Timer.repeat(() => trace(`time ${sinceStart()}\n`), Number(config.tick));
	done();
}
