import { type Action, answer, type Asked, close, first, json, next, reset, type Script, type Scripts, send } from "../script.js";

const TOO_MANY = "429 Too Many Requests";
const UNAVAILABLE = "503 Service Unavailable";
const taken = json({ data: { id: { code: "validation_not_unique", message: "The model id is invalid or already exists." } }, message: "Failed to create record.", status: 400 }, "400 Bad Request");

/** As many first requests as the script's number says meet these actions, the others get `next`. */
function atFirst(...actions: readonly Action[]): Script {
	return { reply: ({ number, argument }) => number <= argument ? actions : next };
}

/** The first request is refused for as many seconds as the script's number says. */
function refusal(status: string, fields: (asked: Asked) => string): Script {
	return { reply: (asked) => asked.number === 1 ? [send(json({ message: "Later." }, status, fields(asked)))] : next };
}

/** The first meets `failure`, a second create is told that its id is taken, and what reads it gets `record`. */
function made(failure: Action, record: string): Script {
	return {
		reply({ number, method }) {
			if (number === 1)
				return [failure];
			return [send(method === "POST" ? taken : record)];
		}
	};
}

function seconds({ argument }: Asked): string {
	return `retry-after: ${argument}\r\n`;
}

/** A date that is as many seconds away as the script's number says, beside the time that it counts from. @param now by the peer's clock */
function date({ argument }: Asked, now = Date.now()): string {
	return `date: ${new Date(now).toUTCString()}\r\nretry-after: ${new Date(now + argument * 1000).toUTCString()}\r\n`;
}

const record = json({ id: "abcdefghij12345", value: 1 });
const refused = send(json({ message: "Later." }, TOO_MANY, "retry-after: 0\r\n"));

/** What a request can be sent again after, and what must be waited for. */
export const refusalScripts: Scripts = {
	"closes": atFirst(close),
	"resets": atFirst(reset),
	"answers-half": atFirst(send('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"id"'), close),
	"is-silent": atFirst(),
	"answers-500": atFirst(send(json({ message: "Failed." }, "500 Internal Server Error"))),
	"answers-502": atFirst(send(answer("", "502 Bad Gateway"))),
	"answers-429": atFirst(refused),
	"answers-503": atFirst(send(json({ message: "Later." }, UNAVAILABLE, "retry-after: 0\r\n"))),

	"made": made(close, record),
	"made-unseen": made(close, json({ data: {}, message: "The requested resource wasn't found.", status: 404 }, "404 Not Found")),
	"made-large": made(close, json({ id: "abcdefghij12345", value: 1, text: "x".repeat(30_000) })),
	"made-portal": made(close, answer("<html>Log in</html>", "200 OK", "content-type: text/html\r\n")),
	"made-portal-empty": made(close, json({})),
	"made-portal-large": made(close, answer(`<html>${"x".repeat(30_000)}</html>`, "200 OK", "content-type: text/html\r\n")),
	"made-gateway": made(close, answer("<html>Bad Gateway</html>", "502 Bad Gateway", "content-type: text/html\r\n")),
	"made-page-404": made(close, answer("<html>Not here</html>", "404 Not Found", "content-type: text/html\r\n")),
	"made-refused": made(refused, record),
	"made-unavailable": made(send(json({ message: "Later." }, UNAVAILABLE, "retry-after: 0\r\n")), record),
	"taken": { reply: () => [send(taken)] },

	"too-many": refusal(TOO_MANY, seconds),
	"too-many-unsaid": refusal(TOO_MANY, () => ""),
	"too-many-garbled": refusal(TOO_MANY, () => "retry-after: soon\r\n"),
	"too-many-dated": refusal(TOO_MANY, (asked) => date(asked)),
	"too-many-dated-elsewhen": refusal(TOO_MANY, (asked) => date(asked, Date.UTC(2014, 0, 1))),
	"impatient-gateway": first(send(answer("<html>Starting</html>", UNAVAILABLE, "content-type: text/html\r\nretry-after: 1\r\n"))),
	"unavailable-always": { reply: (asked) => [send(json({ message: "Later." }, UNAVAILABLE, seconds(asked)))] },
	"unavailable": refusal(UNAVAILABLE, seconds),
	// Each answer tells when it was made.
	"unavailable-timed": {
		reply: (asked) => {
			const at = Date.now();
			return [send(asked.number === 1 ? json({ message: "Later.", at }, UNAVAILABLE, seconds(asked)) : json({ id: "next", at }))];
		}
	},
	"unavailable-unsaid": refusal(UNAVAILABLE, () => "")
};
