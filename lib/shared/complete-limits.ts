import { wholeFault } from "./arguments.js";

/** The most that a limit may be: a timer takes 31 bits. */
const LARGEST = 0x7fffffff;

/**
 * An example of each option, by its name: an option must be of the example's type. Null stands for an object. Options whose
 * example is undefined or a number are checked by those who read them.
 */
export type OptionExamples = Readonly<Record<string, unknown>>;

/** From this share on of pairs of letters in common, one name can be a wrong spelling of another. */
const ALIKE = 0.15;

/**
 * Checks names and types of the options of a call. One that is undefined or null counts as not given.
 * @param place stands before the names in the text, such as "limits."; "" for none
 * @param given what the app has given; not changed
 * @param examples all options that there are
 * @returns text that names the first option that is unknown, with the nearest that there is, or that has another type; "" for none
 */
export function optionsFault(place: string, given: unknown, examples: OptionExamples): string {
	return faultOf(place, given, examples, null, {});
}

/** @param none counts as not given, beside undefined */
function faultOf(place: string, given: unknown, examples: OptionExamples, none: null | undefined, limits: object): string {
	if (isOther(given, null))
		return (place.slice(0, -1) || "options") + " must be of type object";
	const options = given as OptionExamples;
	for (const name in options) {
		if (!Object.hasOwn(examples, name))
			return place + name + " is unknown"
				+ nearest(name, place, Object.keys(examples).concat(Object.keys(limits).map((limit) => "limits." + limit)));
		if (options[name] !== undefined && options[name] !== none && isOther(options[name], examples[name]))
			return place + name + " must be of type " + typeof examples[name];
	}
	return "";
}

/**
 * The same for the options of an object that is made; null is a value there, such as another.
 * @param limits the names of `limits`: apps write them beside it
 * @throws TypeError with the text of `optionsFault`
 */
export function checkOptions(place: string, given: unknown, examples: OptionExamples, limits: object = {}): void {
	const fault = faultOf(place, given, examples, undefined, limits);
	if (fault !== "")
		throw new TypeError(fault);
}

/**
 * Fills in defaults.
 * @param given limits that differ; not changed
 * @param defaults of the limits that an app may change
 * @param least the least that each may be; 0 where there is none
 * @param all those and the constants, which tests may change
 * @returns all limits, in a new object
 * @throws TypeError that names an unknown limit; RangeError that names one that is no whole number in its range
 */
export function completed<T extends object>(given: Partial<T>, defaults: T, least: Partial<T>, all: Required<T>): Required<T> {
	const limits: Record<string, number> = { ...all as Record<string, number> };
	if (isOther(given, null))
		checkOptions("limits.", given, defaults as OptionExamples);
	for (const name in given) {
		const value = given[name] as unknown;
		if (!Object.hasOwn(all, name))
			checkOptions("limits.", given, defaults as OptionExamples);
		if (value === undefined)
			continue;
		const smallest = least[name] as number | undefined ?? 0;
		const fault = wholeFault("limits." + name, value, smallest, LARGEST);
		if (fault !== "")
			throw new RangeError(fault);
		limits[name] = value as number;
	}
	return limits as Required<T>;
}

/** Whether a value is of another type than its example. */
function isOther(value: unknown, example: unknown): boolean {
	return example !== undefined && typeof example !== "number"
		&& (typeof value !== typeof example || value === null || Array.isArray(value));
}

/** The nearest name as a question, "" where none is near: by the pairs of letters in common, whatever their case. */
function nearest(unknown: string, place: string, names: readonly string[]): string {
	const given = unknown.toLowerCase();
	let most = ALIKE;
	let text = "";
	names.forEach((name) => {
		let common = 0;
		for (let at = given.length; --at > 0;)
			common += Number(name.toLowerCase().includes(given.slice(at - 1, at + 1)));
		const share = common / (given.length + name.length);
		if (share >= most) {
			most = share;
			text = "; did you mean " + place + name + "?";
		}
	});
	return text;
}
