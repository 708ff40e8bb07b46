import { type Action, answer, type Asked, json, type Script, type Scripts, send } from "../script.js";

const DAY = 86_400_000;
const HTML = "content-type: text/html\r\n";

function dated(milliseconds: number): string {
	return `date: ${new Date(milliseconds).toUTCString()}\r\n`;
}

/** The service's own answer, which tells when it was made. @param off milliseconds that its clock is ahead */
function own(off = 0, fields = ""): Action {
	const at = Date.now() + off;
	return send(json({ id: "next", at }, "200 OK", dated(at) + fields));
}

/** The first answer is a stranger's, with a Date of its own; the others are the service's. */
function strange(reply: (date: string) => string): Script {
	return { reply: ({ number }) => [number === 1 ? send(reply(dated(Date.now() - 30 * DAY))) : own()] };
}

/** As many first answers of the service as the script's number says have such a Date. */
function atFirst(off: (asked: Asked) => number): Script {
	return { reply: (asked) => [own(asked.number <= asked.argument ? off(asked) : 0)] };
}

/** Answers by odd clocks: portals, proxies, caches and machines whose clock is not set. */
export const clockScripts: Scripts = {
	"clock-portal-302": strange((date) => answer("", "302 Found", `${date}location: http://portal.example/\r\n`)),
	"clock-portal-511": strange((date) => answer("<html>Log in</html>", "511 Network Authentication Required", date + HTML)),
	"clock-portal-200": strange((date) => answer("<html>Log in</html>", "200 OK", date + HTML)),
	"clock-portal-empty": strange((date) => answer("", "204 No Content", date)),
	"clock-proxy-502": strange((date) => answer("<html>Bad Gateway</html>", "502 Bad Gateway", date + HTML)),
	"clock-proxy-503": strange((date) => json({ message: "Starting" }, "503 Service Unavailable", `${date}retry-after: 0\r\n`)),
	"clock-proxy-404": strange((date) => json({ message: "no such route" }, "404 Not Found", date)),
	"clock-cached": strange((date) => json({ id: "next" }, "200 OK", `${date}age: 3600\r\n`)),
	"clock-cached-now": strange((date) => json({ id: "next" }, "200 OK", `${date}age: 0\r\n`)),
	"clock-1970": { reply: ({ number }) => [number === 1 ? own(-Date.now() + 60_000) : own()] },
	"clock-2150": { reply: ({ number }) => [number === 1 ? own(45_000 * DAY) : own()] },

	// The service's own for all that can be told: each by another clock.
	"clock-odd": atFirst(({ number }) => (number % 2 === 0 ? -number : number) * 7 * DAY),
	/** All answers from the one of the script's number on are an hour later than those before. */
	"clock-jump": { reply: ({ number, argument }) => [own(number < argument ? 0 : 3_600_000)] }
};
