// The live page at "/", and the two libraries that it uses, each from the package that npm has installed. A browser asks for
// each again: somebody may be editing it.
const fresh = (event) => {
	event.response.header().set("Cache-Control", "no-cache");
	return event.next();
};
const project = `${__hooks}/../..`;
routerAdd("GET", "/{$}", $apis.static($os.dirFS(`${project}/kit/page`), false), fresh);
routerAdd("GET", "/page/{path...}", $apis.static($os.dirFS(`${project}/kit/page`), false), fresh);
routerAdd("GET", "/page/uplot/{path...}", $apis.static($os.dirFS(`${project}/node_modules/uplot/dist`), false), fresh);
routerAdd("GET", "/page/pocketbase/{path...}", $apis.static($os.dirFS(`${project}/node_modules/pocketbase/dist`), false), fresh);
