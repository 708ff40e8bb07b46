// Not a module: it runs before the page is drawn, so that a page that is chosen to be dark is never shown light.
(() => {
	const key = "records-theme";
	const root = document.documentElement;
	const kept = () => {
		try {
			return localStorage.getItem(key) ?? "";
		}
		catch {
			return ""; // a browser may be set to keep nothing
		}
	};
	const choose = (theme) => {
		root.dataset.theme = theme;
		try {
			localStorage.setItem(key, theme);
		}
		catch {
			// it counts for this visit
		}
		dispatchEvent(new Event("themechange"));
	};
	root.dataset.theme = kept();
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
	addEventListener("DOMContentLoaded", () => {
		const select = document.getElementById("theme");
		select.value = root.dataset.theme;
		select.addEventListener("change", () => choose(select.value));
	});
})();
