import test from "ava";
import { RecordsClient } from "records-client";
import { Superuser } from "../../tools/front/superuser.js";
import { explore, lacking, type Least } from "./model/explore.js";
import { FlashMachine } from "./model/machine.js";
import { RealService } from "./model/real-service.js";
import { Random } from "../../tools/random.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { password } from "../../tools/successive-service.js";

const count = 20;
const least: Least = { readings: 5 * count };
const { seed } = new Random();
const service = serviceOfFile();

test("whatever happens, each accepted reading is in the real service once in the end", async (t) => {
	const superuser = await Superuser.of(service);
	const login = async (identity: string): Promise<{ client: RecordsClient; id: string }> => {
		const client = new RecordsClient({ baseUrl: service.url, preferences: null, limits: { retries: 0, body: 1_000_000 } });
		t.teardown(() => client.close());
		const { body, error } = await client.collection("users").authWithPassword(identity, password);
		t.is(error, "");
		return { client, id: (JSON.parse(body) as { record: { id: string } }).record.id };
	};
	const { client } = await login("device-one");
	const { id: foreignDevice } = await login("device-two");
	let worlds = 0;
	const explored = await explore({
		machine: (geometry) => new FlashMachine(geometry),
		async service() {
			// A sequence that is played again makes the same ids.
			await superuser.ask("DELETE", "/api/collections/readings/truncate");
			return new RealService(client, superuser, { sensor: `t${++worlds}`, foreignDevice });
		}
	}, seed, 0, count, least);
	const { cuts, failure, readings, sequences } = explored;
	t.log(`again with SEED=${seed}: ${sequences} sequences, ${readings} readings, ${cuts} power cuts`);
	t.is(failure, "");
	t.deepEqual(lacking(explored, least), [], "happens too seldom");
});
