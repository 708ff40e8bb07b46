import flash from "embedded:storage/flash";
import Update from "embedded:update";
import FFI from "mc/ffi";

/** Functions of ESP-IDF; the manifest names them. */
const idf = new FFI();

/** The partition of an ESP32 that does not run. */
export default Object.freeze({
	/** Erases it for a file. @throws Error for one that is too long */
	open(byteLength) {
		const partition = flash.open({ path: "nextota" });
		try {
			return Update.open({ partition, byteLength });
		}
		finally {
			partition.close();
		}
	},

	/** Starts the firmware of the partition that was switched to. */
	restart() {
		idf.esp_restart();
	},

	/** The firmware that runs stays. */
	confirm() {
		idf.esp_ota_mark_app_valid_cancel_rollback();
	},

	/** Starts the firmware before this one, if there is one. */
	revert() {
		idf.esp_ota_mark_app_invalid_rollback_and_reboot();
	}
});
