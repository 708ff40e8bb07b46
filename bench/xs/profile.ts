/** Whose work creates are, after a login and ten of them. */
import type { CreatesSettings } from "../figures.js";
import type { Run } from "./creates.js";

const { url, password, count } = JSON.parse(settings) as CreatesSettings;

export const profile: Run = async (login, create, verify) => {
	await login(url, password);
	for (let i = 0; i < 10; i++)
		verify(await create());
	host.profile();
	for (let i = 0; i < count; i++)
		await create();
	host.profiled();
	return host.exit(0);
};
