/** What is shown, in the address: it outlives a reload, and can be handed on. */
const form = document.getElementById("choice");
const wanted = new URLSearchParams(location.hash.slice(1));

/** The chosen `{ device, sensor, span, late }`; span and late in milliseconds. */
export function chosen() {
	const { device, sensor, span, late } = form.elements;
	return { device: device.value, sensor: sensor.value, span: Number(span.value) * 1000, late: Number(late.value) * 1000 };
}

/** @param onChange called with the name of what was chosen anew */
export function onChoice(onChange) {
	form.addEventListener("submit", (event) => event.preventDefault());
	form.addEventListener("change", ({ target }) => {
		keep();
		onChange(target.name);
	});
}

/** Chooses what the address says, where it can be chosen. */
export function restore() {
	for (const [name, value] of wanted)
		select(name, value);
	addEventListener("hashchange", () => location.reload());
}

/**
 * Offers others to choose from. Chosen is what was before, or what the address says, or the first.
 * @param options each `{ value, text }`
 */
export function offer(name, options) {
	const field = form.elements[name];
	const before = field.value || wanted.get(name);
	// A menu that is open would close.
	if (options.length === field.options.length && options.every(({ value, text }, index) => value === field.options[index].value && text === field.options[index].text))
		return;
	field.replaceChildren(...options.map(({ value, text }) => new Option(text, value)));
	select(name, before);
	keep();
}

function select(name, value) {
	const field = form.elements[name];
	if (field && [...field.options].some((option) => option.value === value))
		field.value = value;
}

function keep() {
	const values = new URLSearchParams(new FormData(form));
	history.replaceState(null, "", `#${values}`);
}
