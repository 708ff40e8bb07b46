/** The date of a header field as a number. */

/** Milliseconds since 1970. */
const YEAR_10000 = 253402300800000;

/**
 * Reads an HTTP date in the form that senders must use (IMF-fixdate; RFC 9110, section 5.6.7), without a leap second. The
 * two obsolete forms are not read: no server of today sends them, and one leaves the century open.
 * @param text the field's value without white space around it
 * @returns seconds since 1970; -1 when it is not a date, before 1970 or not in the calendar
 */
export function httpDate(text: string): number {
	const date = new Date(text);
	const milliseconds = date.getTime();
	// Engines read other forms, too; this is the only one that they write. It has four digits for the year.
	return milliseconds >= 0 && milliseconds < YEAR_10000 && date.toUTCString() === text ? milliseconds / 1000 : -1;
}

/**
 * Reads a Retry-After (RFC 9110, section 10.2.3): seconds or a date.
 * @param text the field's value without white space around it
 * @param now when the answer was sent, in seconds since 1970; -1 while unknown, when a date has no meaning
 * @returns seconds from now, 0 or more and not bounded; -1 when it is neither
 */
export function retryAfter(text: string, now: number): number {
	if (/^\d+$/.test(text))
		return Number(text);
	const date = httpDate(text);
	if (date < 0 || now < 0)
		return -1;
	return date > now ? date - now : 0;
}
