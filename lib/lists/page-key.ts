import { filter, type FilterValue } from "../filter/filter.js";

/** Characters of a filter at most, as the service takes it. */
const MOST = 3500;

/** The order of a list's records, and the filter for those after a page. */
export class PageKey {
	/** What is wrong with the sort, "" for nothing. */
	fault = "";
	/** The service's `sort`. */
	sort = "";

	/** Whether a record has had a value in the first field, in an order in which NULL comes before. */
	private isPastNulls = false;
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
	 * The names whose value a record shows as it shows NULL, too: the service writes "", 0 or false for that. Not those for which
	 * earlier records have shown that no NULL comes any more.
	 */
	doubtful(record: object): string[] {
		const fields = record as Readonly<Record<string, unknown>>;
		return this.names.filter((name, at) => !(at === 0 && this.isPastNulls)
			&& (fields[name] === "" || fields[name] === 0 || fields[name] === false));
	}

	// docs/decisions/0081-null-in-a-list.md
	/**
	 * The filter for the records after one. NULL is before all values, and compared with any value by the service it is neither more nor
	 * less nor the same.
	 * @param given the list's filter, "" for none
	 * @param doubted those of `doubtful` whose value is NULL
	 * @throws TypeError that says why there is none
	 */
	after(given: string, record: object, doubted: readonly string[] = []): string {
		const fields = record as Readonly<Record<string, FilterValue>>;
		const values: Record<string, FilterValue> = {};
		let expression = "";
		for (let at = this.names.length; --at >= 0;) {
			const name = this.names[at];
			const sign = this.signs[at];
			const value = fields[name];
			if (value === null || doubted.includes(name)) {
				// `name=null` is true of "", too. Where NULL comes first, each "" comes after it in any case.
				expression = sign === ">" ? `(${name}=null&&${expression}||${hasValue(name)})` : `(${nullOf(name, value)}&&${expression})`;
				continue;
			}
			if (value === undefined)
				throw new TypeError(`a record has no ${name}, by which the list is sorted: it is hidden from this client`);
			this.isPastNulls ||= at === 0 && sign === ">";
			// `filter` names a value that it can't write.
			values[name] = value;
			expression = expression === "" ? `${name}${sign}{:${name}}` : `${name}${sign}={:${name}}&&(${name}${sign}{:${name}}||${expression})`;
			if (sign === "<" && name !== "id")
				expression = `(${expression}||${nullOf(name, value)})`;
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

/** Two filters: for a record if its field is not NULL, and for the record, which may have been deleted. */
export function questionsOf(record: object, name: string): readonly string[] {
	const { id } = record as { id: FilterValue };
	const itself = filter("id={:id}", { id });
	return [`${itself}&&(${hasValue(name)})`, itself];
}

/** The filter for the records whose field is not NULL: any value is at least the empty text, or less. */
function hasValue(name: string): string {
	return `${name}>=''||${name}<''`;
}

/**
 * The filter for those whose field is NULL. Of "", too, `name=null` is true: a distance from nowhere is NULL, which the service compares
 * by IS.
 * @param value of the field in a record of the list
 */
function nullOf(name: string, value: unknown): string {
	return value === "" ? `${name}=geoDistance(null,0,0,0)` : `${name}=null`;
}
