import uPlot from "./uplot/uPlot.esm.js";
import { onGestures } from "./gestures.js";
import { aheadOf } from "./readings.js";
import { drawable, factorOf, numberText, rangeOf, stepsIn } from "./scale.js";

const HEIGHT = 260; // CSS pixels
const SECOND = 1000; // milliseconds
const DAY = 86_400; // seconds
/** Milliseconds; no shorter and no longer time is shown. */
const SHORTEST = 2 * SECOND, LONGEST = 20 * 366 * DAY * SECOND;
/** Pixels between two numbers of the value axis, at least. */
const STEP = 40;
/** Points whose marks would cover the line. */
const MANY = 200;
/** How far a key or a button moves, 1 for all that is shown, and how much it zooms. */
export const MOVE = 0.25, ZOOM = 0.5;

/** Points as a line with breaks where there are gaps, the range of each that is several readings, and marks on late ones. */
export class Chart {
	#element;
	#plot;
	#onView;
	#points = [];
	/** By point: where it stands in the line's data, which has breaks, too. */
	#places = [];
	/** Places of points that no line leads to. */
	#alone = [];
	#range = [0, 1];
	/** What values are divided by. */
	#factor = 1;
	/** When the point was taken that the keys have gone to, undefined for none. */
	#picked;

	/**
	 * @param element takes the chart, the keys and the pointer
	 * @param onPick called with a point that was gone to, undefined for none
	 * @param onView called with the time, from and to, that was moved or zoomed to; with nothing to return to now
	 */
	constructor(element, onPick, onView) {
		this.#element = element;
		this.#onView = onView;
		this.#plot = new uPlot(this.#options(onPick), [[], [], [], [], [], []], element);
		new ResizeObserver(() => element.clientWidth > 0 && this.#plot.setSize({ width: element.clientWidth, height: HEIGHT })).observe(element);
		addEventListener("themechange", () => this.#plot.redraw());
		onGestures(element, this.#plot.over, (part) => this.move(part), (factor, place) => this.zoom(factor, place));
		element.addEventListener("keydown", (event) => this.#key(event));
		element.addEventListener("blur", () => {
			this.#picked = undefined;
			this.#plot.setCursor({ left: -10, top: -10 });
		});
	}

	/** Milliseconds that a pixel stands for. */
	get pixel() {
		const [from, to] = this.#range;
		return (to - from) * SECOND / Math.max(1, this.#plot.over.clientWidth);
	}

	/**
	 * @param points sorted
	 * @param gaps between them
	 * @param from, to milliseconds
	 */
	show(points, gaps, from, to) {
		const breaks = new Set(gaps.map((gap) => gap.to));
		const data = [[], [], [], [], [], []];
		const add = (...row) => row.forEach((value, index) => data[index].push(value));
		this.#points = points;
		this.#places = [];
		this.#factor = factorOf(points.reduce((most, { maximum, minimum }) => Math.max(most, Math.abs(drawable(minimum)), Math.abs(drawable(maximum))), 0));
		const drawn = (value) => value === null ? null : drawable(value) / this.#factor;
		for (const point of points) {
			const time = (point.from + point.to) / 2 / SECOND;
			if (breaks.delete(point.from))
				add((data[0].at(-1) + time) / 2, null, null, null, null, null);
			this.#places.push(data[0].length);
			const mean = drawn(point.mean);
			const isOne = point.count === 1;
			add(time, mean, isOne ? null : drawn(point.maximum), isOne ? null : drawn(point.minimum),
				point.late > 0 ? mean : null, point.reading !== undefined && aheadOf(point.reading) > 0 ? mean : null);
		}
		const isThere = (index) => typeof data[1][index] === "number";
		this.#alone = this.#places.filter((place) => isThere(place) && !isThere(place - 1) && !isThere(place + 1));
		this.#range = [from / SECOND, to / SECOND];
		this.#plot.series[4].points.size = points.length > MANY ? 6 : 11;
		this.#plot.setData(data);
		this.#goTo(points.find((point) => point.from === this.#picked));
	}

	/** @param part how far to go, 1 for all that is shown, less than 0 for earlier */
	move(part) {
		const [from, to] = this.#range;
		this.#view(from + (to - from) * part, to + (to - from) * part);
	}

	/** @param factor how much longer the time becomes @param place where from 0 to 1 it stays */
	zoom(factor, place = 0.5) {
		const [from, to] = this.#range;
		const length = Math.min(LONGEST, Math.max(SHORTEST, (to - from) * SECOND * factor)) / SECOND;
		const fixed = from + (to - from) * place;
		this.#view(fixed - length * place, fixed + length * (1 - place));
	}

	#view(from, to) {
		const early = Math.max(0, -from);
		// Before it is drawn: the next move may come in the same frame.
		this.#range = [from + early, to + early];
		this.#onView((from + early) * SECOND, (to + early) * SECOND);
	}

	#options(onPick) {
		const color = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name);
		const axis = { stroke: color("--quiet"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line"), width: 1 } };
		const edge = { stroke: "transparent", points: { show: false } };
		const mark = (name, size) => ({ stroke: color(name), paths: () => null, points: { show: true, size, width: 2, fill: "transparent" } });
		return {
			width: this.#element.clientWidth || 300,
			height: HEIGHT,
			legend: { show: false },
			cursor: { drag: { x: false, y: false }, points: { size: 10 } },
			scales: { x: { range: () => this.#range }, y: { range: (_, low, high) => rangeOf(low, high) } },
			axes: [
				{ ...axis, space: 80, values: (_, times) => times.map((time) => this.#timeText(time)) },
				{
					...axis, size: 64,
					splits: (plot, _, low, high) => stepsIn(low, high, Math.max(1, Math.floor(plot.over.clientHeight / STEP))),
					values: (_, steps) => steps.map((step) => numberText(step * this.#factor, 6).replace("e+", "e"))
				}
			],
			series: [
				{},
				{ stroke: color("--accent"), width: 2, points: { size: 5, fill: color("--accent"), filter: (_, __, show) => show ? null : this.#alone } },
				edge,
				edge,
				mark("--late", 11),
				mark("--fault", 15)
			],
			bands: [{ series: [2, 3], fill: color("--band") }],
			hooks: { setCursor: [({ cursor: { idx } }) => onPick(this.#points[this.#places.indexOf(idx)])] }
		};
	}

	#timeText(time) {
		const [from, to] = this.#range;
		const date = new Date(time * SECOND);
		if (to - from > 300 * DAY)
			return date.toLocaleDateString(undefined, { month: "short", year: "numeric" });
		return to - from > DAY
			? date.toLocaleDateString(undefined, { day: "numeric", month: "short" })
			: date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", ...to - from <= 900 ? { second: "2-digit" } : {} });
	}

	#key(event) {
		const { altKey, ctrlKey, key, metaKey, shiftKey } = event;
		if (altKey || ctrlKey || metaKey)
			return;
		const actions = {
			"+": () => this.zoom(ZOOM), "-": () => this.zoom(1 / ZOOM), 0: () => this.#onView(),
			ArrowLeft: () => shiftKey ? this.move(-MOVE) : this.#step(-1), ArrowRight: () => shiftKey ? this.move(MOVE) : this.#step(1),
			Home: () => this.#pick(0), End: () => this.#pick(this.#points.length - 1)
		};
		if (!Object.hasOwn(actions, key))
			return;
		event.preventDefault();
		actions[key]();
	}

	#step(by) {
		const found = this.#points.findIndex((point) => point.from === this.#picked);
		this.#pick((found < 0 ? this.#points.length : found) + by);
	}

	#pick(index) {
		const point = this.#points[Math.min(this.#points.length - 1, Math.max(0, index))];
		this.#picked = point?.from;
		this.#goTo(point);
	}

	#goTo(point) {
		if (point !== undefined)
			this.#plot.setCursor({ left: this.#plot.valToPos((point.from + point.to) / 2 / SECOND, "x"), top: this.#plot.valToPos((drawable(point.mean) ?? 0) / this.#factor, "y") });
	}
}
