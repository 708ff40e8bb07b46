/** Mistakes that the types must find: each line marked is an error, and it is one here if it isn't. */
import { type ClientResponse, RecordsClient, type RecordsClientOptions } from "records-client";
import { type HTTPClientNetwork, overHTTPClient } from "records-client/http-client";

declare const records: RecordsClient;
declare const response: ClientResponse;
declare const options: RecordsClientOptions;
declare const network: HTTPClientNetwork;

// @ts-expect-error options are required
new RecordsClient();
// @ts-expect-error baseUrl is required
new RecordsClient({});
// @ts-expect-error baseUrl is text
new RecordsClient({ baseUrl: 7 });
// @ts-expect-error unknown option
new RecordsClient({ baseUrl: "http://192.0.2.1", url: "" });
// @ts-expect-error preferencesPath is Node's
new RecordsClient({ baseUrl: "http://192.0.2.1", preferencesPath: "preferences.json" });
// @ts-expect-error unknown limit
new RecordsClient({ baseUrl: "http://192.0.2.1", limits: { bodies: 1 } });
// @ts-expect-error a constant is no limit
new RecordsClient({ baseUrl: "http://192.0.2.1", limits: { retryBase: 1 } });
// @ts-expect-error a limit is a number
new RecordsClient({ baseUrl: "http://192.0.2.1", limits: { body: "16384" } });
// @ts-expect-error preferences have set and delete too
new RecordsClient({ baseUrl: "http://192.0.2.1", preferences: { get: () => "" } });
// @ts-expect-error a transport needs dns and socket
new RecordsClient({ baseUrl: "http://192.0.2.1", network: { http: {} } });
// @ts-expect-error a network of HTTP clients needs overHTTPClient
overHTTPClient(network).http?.io.request();
// @ts-expect-error options don't change
options.baseUrl = "http://192.0.2.2";

// @ts-expect-error a response doesn't change
response.ok = true;
// @ts-expect-error a response doesn't change
response.body = "";
// @ts-expect-error a success has no kind of failure
export const kind: "http" | false = response.ok && response.kind;
// @ts-expect-error a body need not be JSON
export const parsed: { readonly id: string } = response.json<{ readonly id: string }>();
// @ts-expect-error no such kind
export const never: boolean = response.kind === "offline";
// @ts-expect-error the status is a number
export const status: string = response.statusCode;

// @ts-expect-error a collection's name is text
records.collection(1);
// @ts-expect-error recordId is required
void records.getOneEx();
// @ts-expect-error recordId is text
void records.getOneEx(7);
// @ts-expect-error recordId is not null
void records.deleteRecordEx(null);
// @ts-expect-error sort is text
void records.getListEx(1, 30, 7);
// @ts-expect-error skipTotal is text
void records.getListEx(1, 30, null, null, true);
// @ts-expect-error there are seven parameters
void records.getListEx(1, 30, null, null, null, null, null, null);
// @ts-expect-error a body is text or an object
void records.createEx(21.4);
// @ts-expect-error requestBody is required
void records.updateEx("id");
// @ts-expect-error a method is in capitals
void records.sendEx("get", "/api/health");
// @ts-expect-error there is no such parameter
void records.getListEx({ perpage: 10 });
// @ts-expect-error positions or names, not both
void records.getListEx({ page: 1 }, 30);
// @ts-expect-error skipTotal is true or "1"
void records.getListEx({ skipTotal: 1 });
// @ts-expect-error a record has no filter
void records.getOneEx("id", { filter: "value > 20" });
// @ts-expect-error the email is required
void records.requestOTP();
// @ts-expect-error the password is required
void records.authWithOTP("id");
// @ts-expect-error it is told, not set
records.authRecord = null;
// @ts-expect-error there may be no user
export const user: string = records.authRecord.id;
// @ts-expect-error the path is required
void records.sendEx("GET");
// @ts-expect-error checkHealth takes nothing
void records.checkHealth("/api/health");
// @ts-expect-error the file's name is required
records.getFileUrl("users", "id");
// @ts-expect-error download is true or false
records.getFileUrl("users", "id", "me.png", { download: "yes" });
// @ts-expect-error the password is required
void records.authWithPassword("device-one");
// @ts-expect-error authRefresh takes nothing
void records.authRefresh("token");
// @ts-expect-error a token is text
records.setAuthToken(undefined);
// @ts-expect-error the Ex methods tell more than a body
export const body: Promise<string> = records.createEx("{}");
// @ts-expect-error the convenience methods give the body only
export const made: Promise<ClientResponse> = records.create("{}");
