/** What firmware imports as "relay": the console shows what it would do. */
export default class Relay {
	set(isOn: boolean): void {
		(globalThis as unknown as { trace: (text: string) => void }).trace(`relay  the contact is ${isOn ? "closed" : "open"}\n`);
	}
}
