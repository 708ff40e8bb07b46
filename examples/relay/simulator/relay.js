/** The simulator has no relay: the console shows what it would do. */
export default class Relay {
	set(isOn) {
		trace(`relay  the contact is ${isOn ? "closed" : "open"}\n`);
	}
}
