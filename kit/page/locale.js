// Under LANG=C.UTF-8 a browser names the language as the system does ("en-US@posix"). Intl refuses that, and uPlot ends with it.
try {
	Intl.getCanonicalLocales(navigator.language);
}
catch {
	Object.defineProperty(navigator, "language", { value: "en-US" });
}
