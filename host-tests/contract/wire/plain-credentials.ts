import { type Case, testCase } from "../case.js";
import { faultOf } from "../thrown.js";
import { notSent } from "../spec/devices.js";

/** A public name that nobody has (RFC 6761, section 6.4). */
const baseUrl = "http://no-such-host.invalid";
const refusal = "a password or token would go over plain http to a host that is not known to be private, as localhost, .local, .home.arpa, .internal, 10/8, 127/8, 169.254/16, 172.16/12, 192.168/16, fc00::/7 and fe80::/10 are (allowPlainCredentials)";
const credentials = { collection: "users", identity: "one", password: "secret" };

export const plainCredentialCases: readonly Case[] = [
	testCase("a token is not sent over plain http to a host that is not known to be private: kind \"argument\", without a connection", async (context) => {
		const client = context.client({ baseUrl }).collection("readings");
		client.setAuthToken("aaa.bbb.ccc");
		const responses = [await client.getOneEx("one"), await client.createEx("{}"), await client.deleteRecordEx("one"), await client.authRefresh()];
		for (const response of responses)
			notSent(context, response, refusal);
		context.equal(client.stats().connections, 0, "connections");
	}),
	testCase("a password is not sent over plain http to a host that is not known to be private: kind \"argument\", without a connection", async (context) => {
		const client = context.client({ baseUrl }).collection("users");
		notSent(context, await client.authWithPassword("one", "secret"), refusal);
		context.equal(client.stats().connections, 0, "connections");
	}),
	testCase("what holds neither token nor password is sent over plain http to a host that is not known to be private, also after clearAuthToken", async (context) => {
		const client = context.client({ baseUrl, limits: { retries: 0 } }).collection("readings");
		context.equal((await client.getOneEx("one")).kind, "dns", "kind");
		client.setAuthToken("aaa.bbb.ccc");
		client.clearAuthToken();
		context.equal((await client.getOneEx("one")).kind, "dns", "kind");
		context.equal(client.stats().connections, 2, "connections");
	}),
	testCase("allowPlainCredentials sends both", async (context) => {
		const client = context.client({ baseUrl, allowPlainCredentials: true, limits: { retries: 0 } }).collection("users");
		client.setAuthToken("aaa.bbb.ccc");
		context.equal((await client.getOneEx("one")).kind, "dns", "kind");
		context.equal((await client.authWithPassword("one", "secret")).kind, "dns", "kind");
		context.equal(client.stats().connections, 2, "connections");
	}),
	testCase("credentials for a public host over plain http throw, unless they are allowed", (context) => {
		context.equal(faultOf(context, { baseUrl, credentials }), refusal);
		context.equal(faultOf(context, { baseUrl, credentials: () => credentials }), refusal, "as a function");
		context.equal(faultOf(context, { baseUrl, credentials, allowPlainCredentials: true }), "", "allowed");
		context.equal(faultOf(context, { baseUrl: context.peer, credentials }), "", "a private address");
		for (const host of ["pocketbase:8090", "nas.lan", "100.64.0.1"])
			context.equal(faultOf(context, { baseUrl: "http://" + host, credentials }), refusal, host);
	}),
	testCase("allowPlainCredentials must be true or false, not the text of either", (context) => {
		for (const wrong of ["false", "true", 1, null, {}])
			context.equal(faultOf(context, { baseUrl, allowPlainCredentials: wrong }), "allowPlainCredentials must be of type boolean", JSON.stringify(wrong));
	})
];
