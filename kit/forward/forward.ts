import type { Arguments } from "../fleet/arguments.mjs";
import { Forwarder } from "./forwarder.js";
import { serveMetrics } from "./metrics.js";
import { schemaOf } from "./schema.js";

/** Takes the readings of all services to PostgreSQL until the process is ended; or prints what makes the tables. */
export async function forward({ database, metrics, schema, services }: Arguments, say: (text: string) => void): Promise<void> {
	if (schema !== undefined) {
		process.stdout.write(schemaOf(schema));
		return;
	}
	const { RECORDS_FEED_TOKEN: token = "" } = process.env;
	if (token === "")
		throw new Error("the services' token is needed: set RECORDS_FEED_TOKEN to what it is there");
	const forwarders = services.map((service) => new Forwarder(service, database, token, say));
	if (metrics !== undefined)
		await serveMetrics(metrics.host, metrics.port, forwarders);
	await Promise.all(forwarders.map((forwarder) => forwarder.run()));
}
