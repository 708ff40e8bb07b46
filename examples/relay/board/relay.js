import Digital from "embedded:io/digital";

/** A relay on the pin `device.pin.relay` (ECMA-419, digital). */
export default class Relay {
	#pin = new Digital({ pin: device.pin.relay, mode: Digital.Output });

	set(isOn) {
		this.#pin.write(isOn ? 1 : 0);
	}
}
