import Digital from "embedded:io/digital";

/** The button of a board, which connects its pin to ground (ECMA-419, digital). */
export default class Button {
	/** @param options `onPush` is called when it is pressed */
	constructor({ onPush }) {
		new Digital({ pin: device.pin.button, mode: Digital.InputPullUp, edge: Digital.Falling, onReadable: onPush });
	}
}
