/** What runs of the forwarder begin: services with a feed, PostgreSQL with its tables, and forwarders. */
import { GuardedProcess } from "../../../service/guarded-process.js";
import { type Service, startService } from "../../../service/launcher.js";
import { password } from "../../../tools/successive-service.js";
import { schemaOf } from "../../forward/schema.js";
import { fleetProgram } from "../../tests/fleet-program.js";
import { PostgreSQL } from "./postgresql.js";

const feedToken = "a-token-for-forwarding";
/** The name of the database. */
export const database = "records";

export function beginService(data: string, port?: number): Promise<Service> {
	return startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: password, RECORDS_FEED_TOKEN: feedToken }, ...port === undefined ? {} : { port } });
}

/** @param programs the folder of PostgreSQL's programs @param ends gets what ends it */
export async function beginDatabase(programs: string, ends: (() => unknown)[]): Promise<PostgreSQL> {
	const server = await PostgreSQL.start(programs);
	ends.push(() => server.remove());
	await server.query(`CREATE DATABASE ${database}`, "postgres");
	await server.query(schemaOf("plain"), database);
	return server;
}

/** @param where the option that says of which services */
export function beginForwarder(server: PostgreSQL, ...where: readonly [option: "--url" | "--services", value: string]): GuardedProcess {
	return new GuardedProcess(process.execPath, [fleetProgram, "forward", ...where, "--to", server.url(database)], { ...process.env, RECORDS_FEED_TOKEN: feedToken });
}
