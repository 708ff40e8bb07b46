import test from "ava";
import { text } from "../../../host/text.js";
import { claims, NEVER, type Claims } from "../../../lib/pocketbase/token-claims.js";
import { Random } from "../../../tools/random.js";

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

test("what Node encodes is decoded: 5,000 random payloads", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const characters = ["a", "~", "?", ">", "\"", "\\", "ä", "€", "😀", "\0", "\u07ff", "\uffff"];
	for (let round = 0; round < 5000; round++) {
		let type = "";
		for (let count = random.below(40); count > 0; count--)
			type += random.pick(characters);
		const exp = random.below(0x7fffffff);
		t.deepEqual(claims(token(JSON.stringify({ type, exp })), text), { ...nothing, exp, type });
	}
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

test("claims of other types are none", (t) => {
	t.deepEqual(claims(token(`{"exp":"1","collectionId":5,"type":["auth"],"refreshable":"true"}`), text), nothing);
	t.deepEqual(claims(token(`{"exp":null,"collectionId":null,"type":null,"refreshable":1}`), text), nothing);
	t.deepEqual(claims(token(`{"__proto__":{"exp":5,"type":"auth","refreshable":true}}`), text), nothing);
});

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
	["a list", token("[1]")],
	["more nested than anyone's", token(`{"exp":1,"a":${"[".repeat(16)}${"]".repeat(16)}}`)],
	["longer than anyone's", token(`{"exp":1}`).padEnd(4097, "A")],
	["a megabyte", "a".repeat(1_000_000)],
	["a megabyte of payload", token(`{"exp":1,"a":"${"a".repeat(1_000_000)}"}`)]
];

for (const [what, given] of noTokens)
	test(`claims nothing: ${what}`, (t) => t.deepEqual(claims(given, text), nothing));

test("no byte beyond the alphabet passes for one of it", (t) => {
	const good = Buffer.from(`{"a":"aaaaaaaaaaaa","exp":1}`).toString("base64url");
	t.is(claims(`a.${good}.b`, text).exp, 1);
	// The last digit of four has six bits of one letter: whatever its value, the payload would stay JSON.
	for (let code = 0; code < 0x100; code++) {
		const digit = String.fromCharCode(code);
		if (!/[\w-]/.test(digit))
			t.deepEqual(claims(`a.${good.slice(0, 11)}${digit}${good.slice(12)}.b`, text), nothing, String(code));
	}
});

test("nested as far as is allowed, and as long, is read", (t) => {
	t.is(claims(token(`{"exp":1,"a":${"[".repeat(15)}${"]".repeat(15)}}`), text).exp, 1);
	t.is(claims(token(`{"exp":1}`).padEnd(4096, "A"), text).exp, 1);
});

test("nothing throws, and what is read is what Node reads, in 20,000 tokens with random faults", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const good = token(`{"collectionId":"_pb_users_auth_","exp":1795244400,"refreshable":true,"type":"auth"}`);
	for (let round = 0; round < 20_000; round++) {
		let given = good;
		for (let faults = 1 + random.below(3); faults > 0; faults--) {
			const at = random.below(given.length);
			given = given.slice(0, at) + random.pick(["", ".", "=", "A", "_", "-", "+", "\0", "€"]) + given.slice(at + random.below(3));
		}
		t.deepEqual(claims(given, text), byNode(given), JSON.stringify(given));
	}
});

/** The same by Node's base64url and UTF-8 decoders, which pass over what is neither. */
function byNode(given: string): Claims {
	const parts = given.split(".");
	if (parts.length !== 3 || !/^[\w-]*$/.test(parts[1]) || parts[1].length % 4 === 1)
		return nothing;
	try {
		const json = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(parts[1], "base64url"));
		const { exp, id, collectionId, type, refreshable } = JSON.parse(json);
		return {
			exp: Number.isSafeInteger(exp) && exp >= 0 ? exp : NEVER,
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
