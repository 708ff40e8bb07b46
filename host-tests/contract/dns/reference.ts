/** Another reader of answers, which takes them apart first and then looks: slow, and easy to check by eye. */

interface Found {
	readonly owner: string | undefined;
	readonly type: number;
	readonly classes: number;
	readonly data: readonly number[];
	/** The name that is the data, if it is one. */
	readonly target: string | undefined;
}

const LABELS = 127;

/** The name at `at`, and where it ends; the name is undefined when a pointer of it leads nowhere. Undefined when it is none. */
function nameAt(bytes: Uint8Array, at: number): { readonly name: string | undefined; readonly end: number } | undefined {
	let end = -1;
	let name = "";
	let labels = 0;
	for (;;) {
		if (at >= bytes.length)
			return end < 0 ? undefined : { name: undefined, end };
		const count = bytes[at];
		if (count >= 0xc0) {
			if (end < 0)
				end = at + 2;
			const to = (count - 0xc0) * 256 + (at + 1 < bytes.length ? bytes[at + 1] : 0);
			if (to < 12 || to >= at)
				return { name: undefined, end };
			at = to;
			continue;
		}
		if (count >= 0x40)
			return end < 0 ? undefined : { name: undefined, end };
		if (count === 0)
			return { name: labels > LABELS ? undefined : name, end: end < 0 ? at + 1 : end };
		if (++labels > LABELS) {
			// Without a pointer so far it may still end.
			if (end >= 0)
				return { name: undefined, end };
		}
		for (let left = count; left > 0; left--) {
			const byte = bytes[++at] ?? -1;
			name += `${byte >= 65 && byte <= 90 ? byte + 32 : byte},`;
		}
		name += ";";
		at++;
	}
}

/** What `readAnswer` has to return; an answer without addresses as the first words of why. */
export function expectedAnswer(bytes: Uint8Array, question: Uint8Array): readonly string[] | string | undefined {
	const word = (at: number): number => bytes[at] * 256 + bytes[at + 1];
	if (bytes[0] !== question[0] || bytes[1] !== question[1] || bytes[2] >> 3 !== 16)
		return undefined;
	if (bytes.length >= 12 && word(4) === 0 && (bytes[3] & 15) !== 0)
		return "DNS server failed";
	if (bytes.length < question.length || word(4) !== 1)
		return undefined;
	const asked = nameAt(question, 12);
	const echoed = nameAt(bytes.subarray(0, question.length), 12);
	if (asked === undefined || echoed?.end !== asked.end || echoed.name !== asked.name || bytes[12] >= 0xc0)
		return undefined;
	for (let at = asked.end; at < question.length; at++) {
		if (bytes[at] !== question[at])
			return undefined;
	}
	if ((bytes[3] & 15) !== 0)
		return (bytes[3] & 15) === 3 ? "host name does not exist" : "DNS server failed";
	const isTruncated = (bytes[2] & 2) !== 0;
	const found: Found[] = [];
	let at = question.length;
	for (let left = word(6); left > 0; left--) {
		const owner = nameAt(bytes, at);
		const fields = owner?.end ?? Infinity;
		const end = fields + 10 <= bytes.length ? fields + 10 + word(fields + 8) : Infinity;
		if (end > bytes.length) {
			if (isTruncated)
				break;
			return undefined;
		}
		const target = nameAt(bytes, fields + 10);
		found.push({
			owner: owner?.name, type: word(fields), classes: word(fields + 2), data: Array.from(bytes.subarray(fields + 10, end)),
			target: target?.end === end ? target.name ?? "no name" : undefined
		});
		at = end;
	}
	let name: string | undefined = asked.name;
	for (let aliases = 0; aliases <= 8 && name !== undefined; aliases++) {
		const own = found.filter(({ owner, classes }) => owner === name && classes === 1);
		const addresses = own.filter(({ type, data }) => type === 1 && data.length === 4);
		if (addresses.length > 0)
			return addresses.map(({ data }) => data.join("."));
		name = own.findLast(({ type, target }) => type === 5 && target !== undefined)?.target;
	}
	return isTruncated ? "DNS server failed" : "host name has no IPv4 address";
}
