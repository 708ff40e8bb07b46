import Timer from "timer";

/** Milliseconds between two presses: the simulator has no button. */
const interval = 1000;

export default class Button {
	constructor({ onPush }) {
		Timer.repeat(onPush, interval);
	}
}
