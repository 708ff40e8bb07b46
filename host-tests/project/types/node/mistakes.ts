/** Mistakes that the types must find: each line marked is an error, and it is one here if it isn't. */
import { type ClientResponse, FilePreferences, RecordsClient } from "records-client";

declare const records: RecordsClient;
declare const response: ClientResponse;

// @ts-expect-error baseUrl is required
new RecordsClient({ preferencesPath: "preferences.json" });
// @ts-expect-error a path is text
new RecordsClient({ baseUrl: "http://127.0.0.1", preferencesPath: null });
// @ts-expect-error unknown limit
new RecordsClient({ baseUrl: "http://127.0.0.1", limits: { repeats: 1 } });
// @ts-expect-error a path is required
new FilePreferences();
// @ts-expect-error an object is no value
new FilePreferences("preferences.json").set("domain", "key", {});
// @ts-expect-error a response doesn't change
response.ok = false;
// @ts-expect-error recordId is text
void records.updateEx(1, "{}");
// @ts-expect-error fields is text
void records.getOneEx("id", null, ["value"]);
