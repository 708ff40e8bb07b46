import test from "ava";
import { KitService } from "../../kit/tests/kit-service.js";
import { runCommands } from "./commands.js";

const secret = "a-device-password";

test("no command is done twice or told as done that was not, through reboots and lost answers; expired ones are left", async (t) => {
	const service = await KitService.start();
	t.teardown(() => service.remove());
	const { done, findings, interrupted, left, reboots } = await runCommands(service, secret, 1, { commands: 30, reboots: 6, lost: 5, expired: 3 });
	t.deepEqual(findings, []);
	t.is(left, 3);
	t.is(done + interrupted, 27);
	t.true(reboots > 0 && interrupted <= reboots, `${interrupted} interrupted by ${reboots} reboots`);
});
