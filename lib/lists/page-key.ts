import { filter, type FilterValue } from "../filter/filter.js";

/** Characters of a filter at most, as the service takes it. */
const MOST = 3500;

/** The order of a list's records, and the filter for those after a page. */
export class PageKey {
	/** What is wrong with the sort, "" for nothing. */
	fault = "";
	/** The service's `sort`. */
	sort = "";

	private readonly names: string[] = [];
	private readonly signs: string[] = [];

	/** @param sort see `FirstOptions`; "" for none */
	constructor(sort: string) {
		let sign = ">";
		sort.split(",").every((part) => {
			const name = part.trim().replace(/^[-+]/, "");
			if (!/^[a-z_]\w*$/i.test(name) && part !== "")
				this.fault = `sort must be fields of the records: pages can't go on after ${part}`;
			else if (part !== "") {
				sign = part.trim().startsWith("-") ? "<" : ">";
				this.add(name, sign);
			}
			// No two records have one id.
			return this.fault === "" && name !== "id";
		});
		if (this.names.at(-1) !== "id")
			this.add("id", sign);
	}

	/**
	 * Adds what the next page needs to the fields that are returned.
	 * @returns undefined if one of them would be changed
	 */
	fields(fields: string): string | undefined {
		const given = fields.split(",").map((field) => field.trim());
		if (given.some((field) => this.names.some((name) => field.startsWith(name + ":"))))
			return undefined;
		return given.includes("*") ? fields : given.concat(this.names.filter((name) => !given.includes(name))).join(",");
	}

	/**
	 * The filter for the records after one.
	 * @param given the list's filter, "" for none
	 * @throws TypeError that says why there is none
	 */
	after(given: string, record: object): string {
		const { names, signs } = this;
		const fields = record as Readonly<Record<string, FilterValue>>;
		const values: Record<string, FilterValue> = {};
		let expression = "";
		for (let at = names.length; --at >= 0;) {
			const name = names[at];
			const sign = signs[at];
			// `filter` names a value that it can't write.
			values[name] = fields[name];
			expression = expression === "" ? `${name}${sign}{:${name}}` : `${name}${sign}={:${name}}&&(${name}${sign}{:${name}}||${expression})`;
		}
		const key = filter(expression, values);
		// A comment ends with its line.
		const whole = given === "" ? key : `(${given}\n)&&(${key})`;
		if (whole.length > MOST)
			throw new TypeError("filter and the values of sort are longer than 3,500 characters");
		return whole;
	}

	private add(name: string, sign: string): void {
		if (this.names.includes(name))
			return;
		this.names.push(name);
		this.signs.push(sign);
		this.sort = `${this.sort}${this.sort === "" ? "" : ","}${sign === "<" ? "-" : ""}${name}`;
	}
}
