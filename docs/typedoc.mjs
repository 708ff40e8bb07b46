/** The API reference (npm run docs): a page for each entry, and one for Node's where it has its own. */
import { bundlesFor } from "../lib/entries.mjs";

const sources = ["device", "node"].flatMap((platform) => bundlesFor(platform)).filter(({ isUntyped }) => !isUntyped).map(({ source }) => `../${source}`);

/** @type {import("typedoc").TypeDocOptions} */
export default {
	name: "records-client",
	// Devices' first, so that Node's show what differs.
	entryPoints: [...new Set(sources)],
	out: "../build/docs",
	readme: "../README.md",
	projectDocuments: ["*.md", "../{CHANGELOG,CONTRIBUTING}.md"],
	// The modules of the SDK have no types in this program. lib/tsconfig.json checks them.
	skipErrorChecking: true,
	disableSources: true,
	validation: { notExported: true, invalidLink: true, notDocumented: true },
	// Classes that are handed in: what they are is said at the property.
	intentionallyNotDocumented: [
		"records-client.DatagramProvider.io.__type", "records-client.ResolverProvider.io.__type", "records-client.SocketProvider.io.__type",
		"records-client/http-client.HTTPClientProvider.io.__type",
		"records-client/wifi.InterfaceProvider.io.__type", "records-client/wifi.SNTPProvider.io.__type"
	],
	// How names are checked; what is checked is said at the types that do it. And the class of what `at` makes, whose methods are the client's.
	intentionallyNotExported: ["Checked", "Collection", "Field", "NameOf", "Path", "RelationOf"],
	treatWarningsAsErrors: true
};
