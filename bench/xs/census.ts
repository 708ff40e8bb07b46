/** Who holds what after a login and as many creates as the settings say, and what one more allocates. */
import type { CreatesSettings } from "../figures.js";
import type { Run } from "./creates.js";

const { url, password, count } = JSON.parse(settings) as CreatesSettings;

export const census: Run = async (login, create, verify) => {
	await login(url, password);
	for (let i = 0; i < count; i++)
		verify(await create());
	host.collect();
	host.census();
	host.collecting(false);
	host.track();
	verify(await create());
	host.tracked();
	return host.exit(0);
};
