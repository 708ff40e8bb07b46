import uPlot from "./uplot/uPlot.esm.js";
import { timeOf } from "./readings.js";

const HEIGHT = 260; // CSS pixels
const DAY = 86_400; // seconds

/** The readings as a line with breaks where there are gaps, and marks on those that were delivered late. */
export class Chart {
	#element;
	#plot;
	#readings = [];
	/** By reading: where it stands in the line's data, which has breaks, too. */
	#places = [];
	#range = [0, 1];
	/** The id of the reading that the keys have gone to, "" for none. */
	#picked = "";

	/**
	 * @param element takes the chart, the keys and the pointer
	 * @param onPick called with a reading that was gone to, undefined for none
	 */
	constructor(element, onPick) {
		this.#element = element;
		this.#plot = new uPlot(this.#options(onPick), [[], [], []], element);
		new ResizeObserver(() => this.#plot.setSize({ width: element.clientWidth, height: HEIGHT })).observe(element);
		addEventListener("themechange", () => this.#plot.redraw());
		element.addEventListener("keydown", (event) => this.#key(event));
		element.addEventListener("blur", () => {
			this.#picked = "";
			this.#plot.setCursor({ left: -10, top: -10 });
		});
	}

	/**
	 * @param readings sorted by when they were taken
	 * @param gaps between them
	 * @param isLate tells of a reading whether it was late
	 * @param from, to milliseconds
	 */
	show(readings, gaps, isLate, from, to) {
		const times = [], values = [], late = [];
		const breaks = new Set(gaps.map((gap) => gap.to));
		this.#readings = readings;
		this.#places = [];
		for (const reading of readings) {
			const time = timeOf(reading);
			if (breaks.delete(time)) {
				times.push((times.at(-1) + time / 1000) / 2);
				values.push(null);
				late.push(null);
			}
			this.#places.push(times.length);
			times.push(time / 1000);
			values.push(reading.value);
			late.push(isLate(reading) ? reading.value : null);
		}
		this.#range = [from / 1000, to / 1000];
		this.#plot.setData([times, values, late]);
		this.#goTo(readings.find(({ id }) => id === this.#picked));
	}

	#options(onPick) {
		const color = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name);
		const axis = { stroke: color("--quiet"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line"), width: 1 } };
		return {
			width: this.#element.clientWidth || 300,
			height: HEIGHT,
			legend: { show: false },
			cursor: { drag: { x: false, y: false }, points: { size: 10 } },
			scales: { x: { range: () => this.#range } },
			axes: [{ ...axis, space: 80, values: (_, times) => times.map((time) => this.#timeText(time)) }, { ...axis, size: 60 }],
			series: [
				{},
				{ stroke: color("--accent"), width: 2, points: { show: true, size: 5, fill: color("--accent") } },
				{ stroke: color("--late"), paths: () => null, points: { show: true, size: 11, width: 2, fill: "transparent" } }
			],
			hooks: { setCursor: [({ cursor: { idx } }) => onPick(this.#readings[this.#places.indexOf(idx)])] }
		};
	}

	#timeText(time) {
		const [from, to] = this.#range;
		const date = new Date(time * 1000);
		return to - from > DAY
			? date.toLocaleDateString(undefined, { day: "numeric", month: "short" })
			: date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", ...to - from <= 900 ? { second: "2-digit" } : {} });
	}

	#key(event) {
		const last = this.#readings.length - 1;
		const found = this.#readings.findIndex(({ id }) => id === this.#picked);
		const before = found < 0 ? last + 1 : found;
		const next = { ArrowLeft: before - 1, ArrowRight: before + 1, Home: 0, End: last }[event.key];
		if (next === undefined || last < 0)
			return;
		event.preventDefault();
		const reading = this.#readings[Math.min(last, Math.max(0, next))];
		this.#picked = reading.id;
		this.#goTo(reading);
	}

	#goTo(reading) {
		if (reading !== undefined)
			this.#plot.setCursor({ left: this.#plot.valToPos(timeOf(reading) / 1000, "x"), top: this.#plot.valToPos(reading.value, "y") });
	}
}
