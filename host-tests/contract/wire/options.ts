import { type Case, testCase } from "../case.js";
import { SHORT } from "../patience.js";
import { faultOf } from "../thrown.js";

const baseUrl = "http://127.0.0.1";
const credentials = { collection: "users", identity: "device-one", password: "secret-1" };
const provider = { dns: { io: Object }, socket: { io: Object } };

/** Options that are wrong, by what they throw. */
const wrong: readonly (readonly [error: string, options: object])[] = [
	["timeout is unknown; did you mean limits.timeout?", { timeout: SHORT }],
	["baseURL is unknown; did you mean baseUrl?", { baseURL: baseUrl }],
	["url is unknown; did you mean baseUrl?", { url: baseUrl }],
	["onevent is unknown; did you mean onEvent?", { onevent: () => undefined }],
	["preference is unknown; did you mean preferences?", { preference: null }],
	["credential is unknown; did you mean credentials?", { credential: {} }],
	["xyz is unknown", { xyz: undefined }],
	["toString is unknown", { toString: 1 }],
	["renewal must be of type boolean", { renewal: "no" }],
	["renewal must be of type boolean", { renewal: null }],
	["limits must be of type object", { limits: 5 }],
	["limits must be of type object", { limits: null }],
	["limits.timeuot is unknown; did you mean limits.timeout?", { limits: { timeuot: 1 } }],
	["network must be of type object", { network: null }],
	["network.http lacks dns.io or socket.io", { network: { http: {} } }],
	["network.http lacks dns.io or socket.io", { network: { http: { dns: provider.dns } } }],
	["network.http lacks dns.io or socket.io", { network: { http: { socket: provider.socket } } }],
	["preferences must have get, set and delete", { preferences: 5 }],
	["preferences must have get, set and delete", { preferences: {} }],
	["domain must be of type string", { domain: 5 }],
	["onEvent must be of type function", { onEvent: {} }],
	["tls must be of type object", { tls: true }],
	["tls.verify is unknown", { tls: { verify: false } }],
	["tls.servername is unknown; did you mean tls.serverName?", { tls: { servername: "a" } }],
	["credentials must be of type object", { credentials: "device-one" }],
	["credentials must be of type object", { credentials: null }],
	["credentials.collection is required", { credentials: {} }],
	["credentials.indentity is unknown; did you mean credentials.identity?", { credentials: { ...credentials, indentity: "device-one" } }],
	["credentials.password must be of type string", { credentials: { ...credentials, password: 1234 } }]
];

/** The options of a client. */
export const optionCases: readonly Case[] = wrong.map(([error, options]) => testCase(`options that are wrong throw a TypeError that names them: ${error} (${JSON.stringify(options)})`, (context) => {
	context.equal(faultOf(context, { baseUrl, ...options }), error);
}));
