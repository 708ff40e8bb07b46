/** A simulated thermometer: a slow random walk around room temperature, in degrees Celsius to a tenth. */
export class Thermometer {
	#celsius = 21.5;

	sample(): number {
		const pull = (21.5 - this.#celsius) / 10;
		this.#celsius += pull + (Math.random() - 0.5) / 2;
		return Math.round(this.#celsius * 10) / 10;
	}
}
