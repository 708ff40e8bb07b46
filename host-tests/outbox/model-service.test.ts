import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { RecordsClient } from "records-client";
import { type Service, startService } from "../../service/launcher.js";
import { Superuser } from "../support/front/superuser.js";
import { explore } from "./model/explore.js";
import { FlashMachine } from "./model/machine.js";
import { RealService } from "./model/real-service.js";
import { Random } from "../support/random.js";

const password = "device-pass-1234";
const count = 20;
const { seed } = new Random();
let service: Service;

test.before(async () => {
	service = await startService({ data: await mkdtemp(join(tmpdir(), "records-model-")), quick: true, environment: { RECORDS_DEVICE_PASSWORD: password } });
});

test.after.always(async () => {
	await service?.stop();
	await rm(service.data, { recursive: true, force: true });
});

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
	const { cuts, failure, readings, sequences } = await explore({
		machine: (geometry) => new FlashMachine(geometry),
		service: () => new RealService(client, superuser, { sensor: `t${++worlds}`, foreignDevice })
	}, seed, 0, count);
	t.log(`again with SEED=${seed}: ${sequences} sequences, ${readings} readings, ${cuts} power cuts`);
	t.is(failure, "");
	t.true(readings > 5 * count);
});
