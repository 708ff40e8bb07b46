import type { Context } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import type { Stage } from "./exchanges.js";

const listed = 8;
/** Calls to the service that may wait for one another. */
const queue = 1000;

/** A text of its own, always of the same length: so all answers of a call are of one. */
export function unique(): string {
	return Math.random().toString(36).slice(2, 12).padEnd(10, "0");
}

/** Logs in and makes the records that the calls read. */
export async function setStage(context: Context): Promise<Stage> {
	const direct = context.client({ baseUrl: context.service, limits: { queue } });
	const login = await direct.collection("users").authWithPassword("device-one", PASSWORD);
	context.equal(login.error, "", "login");
	direct.collection("readings");
	const list = unique();
	const made = await Promise.all(Array.from({ length: listed }, (_, value) => direct.createEx(JSON.stringify({ sensor: list, value, extra: "x".repeat(64) }))));
	context.ok(made.every(({ ok }) => ok), "records to read are made");
	return { token: direct.getAuthToken(), id: (JSON.parse(made[0].body) as { id: string }).id, list, direct };
}
