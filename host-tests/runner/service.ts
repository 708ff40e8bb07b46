import type { ExecutionContext } from "ava";
import { type Service, type ServiceOptions, startService } from "../../service/launcher.js";

/** A service until the test has ended. */
export async function start(t: ExecutionContext, options: ServiceOptions): Promise<Service> {
	const environment = { RECORDS_DEVICE_PASSWORD: "", ...options.environment };
	const service = await startService({ quick: true, ...options, environment });
	t.teardown(() => service.kill());
	return service;
}
