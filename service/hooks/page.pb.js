// The live page at "/", and the two libraries that it uses, each from the package that npm has installed. The policy lets
// the page load and call nothing but this service, and take no text for markup.
const strict = (event) => {
	const header = event.response.header();
	header.set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
		+ "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'");
	header.set("Referrer-Policy", "no-referrer");
	header.set("Cache-Control", "no-cache");
	return event.next();
};
const project = `${__hooks}/../..`;
routerAdd("GET", "/{$}", $apis.static($os.dirFS(`${project}/kit/page`), false), strict);
routerAdd("GET", "/page/{path...}", $apis.static($os.dirFS(`${project}/kit/page`), false), strict);
routerAdd("GET", "/page/uplot/{path...}", $apis.static($os.dirFS(`${project}/node_modules/uplot/dist`), false), strict);
routerAdd("GET", "/page/pocketbase/{path...}", $apis.static($os.dirFS(`${project}/node_modules/pocketbase/dist`), false), strict);
