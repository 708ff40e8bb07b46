import assert from "node:assert/strict";
import test from "ava";
import fc from "fast-check";
import { text } from "../../../host/text.js";
import { claims, NEVER, type Claims } from "../../../lib/pocketbase/token-claims.js";

const nothing: Claims = { exp: NEVER, id: "", collectionId: "", type: "", refreshable: false };

function token(payload: string | Uint8Array): string {
	return `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${Buffer.from(payload).toString("base64url")}.c2lnbmF0dXJl`;
}

/** What `exp` becomes that is written so. */
function expiry(json: string): number {
	return claims(token(`{"exp":${json}}`), text).exp;
}

test("the claims of a token as the service makes it", (t) => {
	const payload = { collectionId: "_pb_users_auth_", exp: 1_795_244_400, id: "4q1xlclmfloku33", refreshable: true, type: "auth" };
	t.deepEqual(claims(token(JSON.stringify(payload)), text), { collectionId: "_pb_users_auth_", exp: 1_795_244_400, id: "4q1xlclmfloku33", refreshable: true, type: "auth" });
});

test("the example of RFC 7519, section 3.1", (t) => {
	const example = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9."
		+ "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
		+ "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
	t.deepEqual(claims(example, text), { ...nothing, exp: 1_300_819_380 });
});

test("exp is rounded down to whole seconds", (t) => {
	t.is(expiry("1795244400.999"), 1_795_244_400);
	t.is(expiry("1.7952444e9"), 1_795_244_400);
	t.is(expiry("4102444800"), 4_102_444_800);
	t.is(expiry("0"), 0);
	t.is(expiry("0.5"), 0);
	t.is(expiry("9007199254740991"), Number.MAX_SAFE_INTEGER);
});

for (const json of ["\"1795244400\"", "null", "true", "[1795244400]", "{}", "-1", "-2", "-0.5", "1e300", "1e999", "-1e999", "9007199254740992", "NaN", "01"])
	test(`exp ${json} can't be read`, (t) => t.is(expiry(json), NEVER));

const noTokens: readonly (readonly [what: string, token: string])[] = [
	["nothing", ""],
	["a dot", "."],
	["two dots", ".."],
	["no dot", Buffer.from(`{"exp":1}`).toString("base64url")],
	["two parts", token(`{"exp":1}`).replace(/\.[^.]*$/, "")],
	["four parts", token(`{"exp":1}`) + "."],
	["five parts", token(`{"exp":1}`) + ".a.b"],
	["padding", token(`{"exp":1,"a":""}`).replace(/\.([^.]*)\.[^.]*$/, ".$1=.a")],
	["base64 of the other alphabet", `a.${Buffer.from(`{"exp":1,"a":"~~?>>"}`).toString("base64")}.b`],
	["a length that base64 can't have", `a.${Buffer.from(`{"exp":1}`).toString("base64url")}A.b`],
	["white space", token(`{"exp":1}`).replace(".", ". ")],
	["a letter beyond ASCII", token(`{"exp":1}`).replace(".", ".ä")],
	["a payload that is no JSON", token(`{"exp":1`)],
	["a payload that is empty", token("")],
	["a byte order mark", token(`\ufeff{"exp":1}`)],
	["a payload that is not UTF-8", token(Buffer.concat([Buffer.from(`{"exp":1,"a":"`), Uint8Array.of(0xff), Buffer.from(`"}`)]))],
	["null", token("null")],
	["a number", token("1795244400")],
	["text", token(`"exp"`)],
	["a prototype", token(`{"__proto__":{"exp":5,"type":"auth","refreshable":true}}`)],
	["a list", token("[1]")],
	["more nested than anyone's", token(`{"exp":1,"a":${"[".repeat(16)}${"]".repeat(16)}}`)],
	["longer than anyone's", token(`{"exp":1}`).padEnd(4097, "A")],
	["a megabyte", "a".repeat(1_000_000)],
	["a megabyte of payload", token(`{"exp":1,"a":"${"a".repeat(1_000_000)}"}`)]
];

for (const [what, given] of noTokens)
	test(`claims nothing: ${what}`, (t) => t.deepEqual(claims(given, text), nothing));

test("nested as far as is allowed, and as long, is read", (t) => {
	t.is(claims(token(`{"exp":1,"a":${"[".repeat(15)}${"]".repeat(15)}}`), text).exp, 1);
	t.is(claims(token(`{"exp":1}`).padEnd(4096, "A"), text).exp, 1);
});

/** Payloads with claims of any type, and none of some. */
const payloads = fc.record({
	exp: fc.oneof(fc.nat(), fc.double(), fc.jsonValue()), id: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()), collectionId: fc.jsonValue(), type: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
	refreshable: fc.oneof(fc.boolean(), fc.jsonValue())
}, { requiredKeys: [] });
/** What is at a place of a token in the place of some of its characters. */
const faults = fc.array(fc.record({ place: fc.nat(4096), removed: fc.nat(2), added: fc.oneof(fc.constantFrom("", ".", "€"), fc.nat(255).map((code) => String.fromCharCode(code))) }), { maxLength: 2 });

test("nothing throws, and what is read is what Node reads, whatever the claims are and whatever is wrong", (t) => {
	fc.assert(fc.property(payloads, faults, (payload, all) => {
		let given = token(JSON.stringify(payload));
		for (const { added, place, removed } of all) {
			const at = place % given.length;
			given = given.slice(0, at) + added + given.slice(at + removed);
		}
		assert.deepEqual(claims(given, text), byNode(given));
	}), { numRuns: 10_000 });
	t.pass();
});

/** The same by Node's base64url and UTF-8 decoders, which pass over what is neither. */
function byNode(given: string): Claims {
	const parts = given.split(".");
	if (given.length > 4096 || parts.length !== 3 || !/^[\w-]*$/.test(parts[1]) || parts[1].length % 4 === 1)
		return nothing;
	try {
		const json = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(parts[1], "base64url"));
		const { exp, id, collectionId, type, refreshable } = JSON.parse(json);
		return {
			exp: typeof exp === "number" && exp >= 0 && Number.isSafeInteger(Math.floor(exp)) ? Math.floor(exp) : NEVER,
			id: typeof id === "string" ? id : "",
			collectionId: typeof collectionId === "string" ? collectionId : "",
			type: typeof type === "string" ? type : "",
			refreshable: refreshable === true
		};
	}
	catch {
		return nothing;
	}
}
