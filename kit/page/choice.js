/** What is shown, in the address: it outlives a reload, and can be handed on. */
const forms = [...document.querySelectorAll("form.choice")];
/** The first page. */
const FIRST = { offset: "" };
let values = new URLSearchParams(location.hash.slice(1));

/** What stays when another device or sensor is gone to. */
const LASTING = ["late", "column"];

/**
 * The choice: `device` and `sensor`, "" for none; `span`, milliseconds up to now, 0 for none; or a time that stays, `from` and
 * `to` in milliseconds since 1970, 0 for none; `late` in milliseconds; of the overview `search`, `firmware`, `silent`,
 * `order`, `offset`, and `column`, the sensor that is shown of all devices.
 */
export function chosen() {
	const text = (name) => values.get(name) ?? "";
	const number = (name) => Math.max(0, Number(text(name)) || 0);
	return {
		device: text("device"), sensor: text("sensor"), span: number("span") * 1000, from: number("from"), to: number("to"), late: (number("late") || 90) * 1000,
		search: text("search"), firmware: text("firmware"), silent: text("silent"), order: text("order"), offset: Math.floor(number("offset")), column: text("column")
	};
}

/** @param changes by name as in the address; "" for none */
export function choose(changes) {
	for (const [name, value] of Object.entries(changes))
		value === "" ? values.delete(name) : values.set(name, value);
	history.replaceState(null, "", `#${values}`);
	fill();
}

/** The address of another choice. */
export function addressOf(choice) {
	const kept = LASTING.filter((name) => values.has(name)).map((name) => [name, values.get(name)]);
	return `#${new URLSearchParams({ ...choice, ...Object.fromEntries(kept) })}`;
}

/** @param onChange called with the name of what was chosen anew, "" when it may be all */
export function onChoice(onChange) {
	for (const form of forms)
		form.addEventListener("submit", (event) => event.preventDefault());
	document.addEventListener("change", ({ target }) => {
		if (!forms.includes(target.form))
			return;
		const others = { span: { from: "", to: "" }, sensor: { from: "", to: "", span: "" }, search: FIRST, firmware: FIRST, silent: FIRST, order: FIRST };
		choose({ [target.name]: target.value, ...others[target.name] });
		onChange(target.name);
	});
	addEventListener("hashchange", () => {
		values = new URLSearchParams(location.hash.slice(1));
		fill();
		onChange("");
	});
	fill();
}

/**
 * Offers others to choose from, and shows one of them as chosen.
 * @param options each `{ value, text }`
 */
export function offer(name, options, value) {
	const field = fieldOf(name);
	// A menu that is open would close.
	if (options.length !== field.options.length || options.some((option, index) => option.value !== field.options[index].value || option.text !== field.options[index].text))
		field.replaceChildren(...options.map((option) => new Option(option.text, option.value)));
	show(name, value);
}

/** Shows what is chosen where the address does not say it. A menu that does not offer it shows the first. */
export function show(name, value) {
	const field = fieldOf(name);
	field.value = value;
	if (field.selectedIndex < 0)
		field.selectedIndex = 0;
}

function fieldOf(name) {
	return forms.map(({ elements }) => elements[name]).find((field) => field !== undefined);
}

function fill() {
	const { late, order, search, silent } = chosen();
	show("late", String(late / 1000));
	show("order", order);
	show("silent", silent);
	fieldOf("search").value = search;
}
