import test from "ava";
import { SuccessiveService } from "./successive-service.js";

/**
 * The real service on a database of its own, from the first to the last test of the file that calls this; the hooks behind
 * find it there.
 * @param needed whether any test will ask it
 */
export function serviceOfFile(needed = true): SuccessiveService {
	const service = new SuccessiveService();
	if (needed)
		test.serial.before(() => service.begin());
	test.after.always(() => service.remove());
	return service;
}
