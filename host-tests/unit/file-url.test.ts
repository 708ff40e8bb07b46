/** The addresses of files beside those of PocketBase's own SDK. What they are made of: contract/spec/service-paths.ts. */
import test from "ava";
import PocketBase from "pocketbase";
import { RecordsClient } from "../../host/node.js";

const names = ["me.png", "a b.png", "50%.png", "ü+&=?#/.png", "x'y\"z!()*.png"];
const queries = [{}, { thumb: "100x300" }, { thumb: "0x50f", token: "a.b/c?d&e", download: true }, { download: true }, { download: false }, { token: null }];

for (const base of ["http://127.0.0.1:8090", "https://records.example.org/pb"]) {
	test(`getFileUrl is what the JS SDK's files.getURL is, below ${base}`, (t) => {
		const records = new RecordsClient({ baseUrl: base, preferences: null });
		t.teardown(() => records.close());
		const { files } = new PocketBase(base);
		for (const name of names) {
			for (const query of queries)
				t.is(records.getFileUrl("col 1", "id1", name, query), files.getURL({ id: "id1", collectionId: "col 1" }, name, { ...query }));
		}
	});
}
