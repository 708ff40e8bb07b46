/** What firmware imports as "mc/config": the values that were handed to `runFirmware`. */
const config = JSON.parse(process.env.RECORDS_FIRMWARE_CONFIG ?? "{}") as Record<string, unknown>;

export default Object.freeze(config);
