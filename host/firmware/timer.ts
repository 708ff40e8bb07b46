/** What firmware imports as "timer", over Node's timers. */
const Timer = {
	set(callback: () => void, milliseconds = 0): NodeJS.Timeout {
		return setTimeout(callback, milliseconds);
	},
	repeat(callback: () => void, milliseconds: number): NodeJS.Timeout {
		return setInterval(callback, milliseconds);
	},
	clear(timer: NodeJS.Timeout | undefined): void {
		clearTimeout(timer);
	}
};

export default Timer;
