/** "setup/clock": sets the clock from the config's `clock`, in milliseconds since 1970: nothing serves SNTP to the emulator. */
import config from "mc/config";
import Time from "time";

export default function (done) {
	if (config.clock)
		Time.set(Math.floor(Number(config.clock) / 1000));
	done();
}
