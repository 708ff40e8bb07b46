/** The date of a header field as a number. Once in a while, not for each request: it makes texts and patterns. */

/** The most that `retryAfter` answers, in seconds: a day. What asks for more is wrong, or not the service. */
export const RETRY_AFTER_MAXIMUM = 86_400;

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
const LEAP_SECOND = "23:59:60";
const EPOCH_YEAR = 1970;
/** In seconds, with 13 leap days. */
const FIFTY_YEARS = 18_263 * 86_400;

/**
 * Reads an HTTP date (RFC 9110, section 5.6.7): the usual form and the two obsolete ones. It must exist in the calendar;
 * a leap second is the second after it, as POSIX has it. The day of the week is not compared with the date.
 * @param text the field's value without white space around it
 * @param now seconds since 1970, which tells the century of a year of two digits; -1 while unknown
 * @returns seconds since 1970; -1 when it is none, before 1970, or of a century that can't be told
 */
export function httpDate(text: string, now: number): number {
	// Patterns stand where they are used: preloaded, one at module scope breaks the heap of XS (see DESIGN.md).
	const usual = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text);
	if (usual !== null)
		return instant(Number(usual[3]), usual[2], Number(usual[1]), usual[4]);
	const asctime = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/.exec(text);
	if (asctime !== null)
		return instant(Number(asctime[4]), asctime[1], Number(asctime[2]), asctime[3]);
	const rfc850 = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d:\d\d:\d\d) GMT$/.exec(text);
	if (rfc850 === null || now < 0)
		return -1;
	const thisYear = new Date(now * 1000).getUTCFullYear();
	let year = thisYear - thisYear % 100 + 200 + Number(rfc850[3]);
	let seconds: number;
	// The last one that exists and is not more than 50 years ahead.
	do {
		year -= 100;
		seconds = instant(year, rfc850[2], Number(rfc850[1]), rfc850[4]);
	} while (year >= EPOCH_YEAR && (seconds < 0 || seconds - now > FIFTY_YEARS));
	return seconds;
}

/**
 * Reads a Retry-After (RFC 9110, section 10.2.3): seconds or a date.
 * @param text the field's value without white space around it
 * @param now the service's time in seconds since 1970; -1 while unknown, when a date tells nothing
 * @returns seconds from now, 0 to RETRY_AFTER_MAXIMUM; -1 when it is neither
 */
export function retryAfter(text: string, now: number): number {
	let seconds = Number(text);
	if (!/^\d+$/.test(text)) {
		const date = httpDate(text, now);
		if (date < 0 || now < 0)
			return -1;
		seconds = date > now ? date - now : 0;
	}
	return seconds < RETRY_AFTER_MAXIMUM ? seconds : RETRY_AFTER_MAXIMUM;
}

/**
 * Seconds since 1970, -1 for what is not in the calendar or before.
 * @param name of the month, a capital and two letters
 * @param time hh:mm:ss
 */
function instant(year: number, name: string, day: number, time: string): number {
	const month = MONTHS.indexOf(name) / 3;
	const hour = Number(time.slice(0, 2));
	const minute = Number(time.slice(3, 5));
	const second = Number(time.slice(6));
	if (year < EPOCH_YEAR || month < 0 || day < 1 || Date.UTC(year, month, day) >= Date.UTC(year, month + 1))
		return -1;
	if (hour > 23 || minute > 59 || (second > 59 && time !== LEAP_SECOND))
		return -1;
	return Date.UTC(year, month, day, hour, minute, second) / 1000;
}
