import { createServer } from "node:http";
import type { Forwarder } from "./forwarder.js";

const type = "text/plain; version=0.0.4; charset=utf-8";

/** Answers GET /metrics in Prometheus' text format. @throws Error where nobody can listen there */
export async function serveMetrics(host: string, port: number, forwarders: readonly Forwarder[]): Promise<void> {
	const server = createServer(({ url }, response) => {
		if (url === "/metrics")
			response.writeHead(200, { "content-type": type }).end(metricsOf(forwarders));
		else
			response.writeHead(404).end();
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error) => reject(new Error(`no metrics at ${host}:${port}: ${error.message}`)));
		server.listen(port, host, resolve);
	});
}

/** One that stands by has no figures of its own. */
export function metricsOf(forwarders: readonly Forwarder[], now = Date.now()): string {
	const family = (name: string, type: "gauge" | "counter", help: string, value: (forwarder: Forwarder) => number | undefined): string =>
		[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...forwarders.flatMap((forwarder) => {
			const found = value(forwarder);
			return found === undefined ? [] : [`${name}{service="${forwarder.name}"} ${found}`];
		})].join("\n") + "\n";
	return family("records_forward_active", "gauge", "Whether this process forwards the readings of the service. 0: it stands by, or has a fault.", ({ state }) => Number(state === "forwarding"))
		+ family("records_forward_behind_seconds", "gauge", "Age of the time before which all readings that the service has received are in PostgreSQL.", ({ complete }) => complete === undefined ? undefined : Math.max(0, now - complete) / 1000)
		+ family("records_forward_behind_readings", "gauge", "Readings of the service that are not in PostgreSQL, as far as the last answer says.", ({ behind, complete }) => complete === undefined ? undefined : behind)
		+ family("records_forward_readings_total", "counter", "Readings that this process has taken over since its start.", ({ forwarded }) => forwarded)
		+ family("records_forward_refused_readings_total", "counter", "Readings that PostgreSQL has refused since the start of this process: they are in records_refused.", ({ refused }) => refused)
		+ family("records_forward_faults_total", "counter", "Attempts to forward that have ended with a fault since the start of this process: its log names it.", ({ faults }) => faults);
}
