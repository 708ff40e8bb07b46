// Not a module: it runs before the page is drawn, so that a page that is chosen to be dark is never shown light.
(() => {
	const key = "records-theme";
	const root = document.documentElement;
	root.dataset.theme = localStorage.getItem(key) ?? "";
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
	addEventListener("DOMContentLoaded", () => {
		const select = document.getElementById("theme");
		select.value = root.dataset.theme;
		select.addEventListener("change", () => {
			root.dataset.theme = select.value;
			localStorage.setItem(key, select.value);
			dispatchEvent(new Event("themechange"));
		});
	});
})();
