/**
 * Whether a host is this device or in a private network by its very name or address, so that credentials may go there over
 * plain http. What can't be told so is not private; no name is looked up.
 *
 * Names: localhost (RFC 6761, section 6.3), .local (RFC 6762, section 3), .home.arpa (RFC 8375), .internal (reserved by ICANN
 * in 2024); they may end in a dot. Not a name without a dot: nothing reserves it, some top-level domains have
 * addresses of their own.
 *
 * IPv4: 127/8; 10/8, 172.16/12, 192.168/16 (RFC 1918); 169.254/16 (RFC 3927). Not 100.64/10 (RFC 6598): a carrier shares
 * that among strangers. Other spellings than four decimal numbers are names. IPv6 (RFC 4291): ::1, fc00::/7 (RFC 4193),
 * fe80::/10, and IPv4 addresses that are mapped.
 * @param host name or IP literal without brackets, as `BaseUrl` has it
 */
export function isPrivateHost(host: string): boolean {
	const name = host.toLowerCase();
	if (name.includes(":"))
		return isPrivateIPv6(name);
	const address = parseIPv4(name);
	if (address >= 0)
		return isPrivateIPv4(address);
	return /^(?:(?:[^.]+\.)*localhost|(?:[^.]+\.)+(?:local|home\.arpa|internal))\.?$/.test(name);
}

/** An IPv4 address of four decimal numbers (RFC 3986, section 3.2.2) as a number of 32 bits, -1 for anything else. */
function parseIPv4(text: string): number {
	if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text))
		return -1;
	let address = 0;
	for (const part of text.split(".")) {
		if (Number(part) > 255)
			return -1;
		address = address * 256 + Number(part);
	}
	return address;
}

function isPrivateIPv4(address: number): boolean {
	const high = address >>> 16;
	const first = high >> 8;
	return first === 127 || first === 10 || (high & 0xfff0) === 0xac10 || high === 0xc0a8 || high === 0xa9fe;
}

function isPrivateIPv6(text: string): boolean {
	const groups = parseIPv6(text);
	if (groups === undefined)
		return false;
	const first = groups[0];
	if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80)
		return true;
	if (groups.slice(0, 5).some((group) => group !== 0))
		return false;
	if (groups[5] === 0xffff)
		return isPrivateIPv4(groups[6] * 0x10000 + groups[7]);
	return groups[5] === 0 && groups[6] === 0 && groups[7] === 1;
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2), undefined for anything else. */
function parseIPv6(text: string): number[] | undefined {
	const last = text.lastIndexOf(":") + 1;
	let hexadecimal = text;
	if (text.includes(".", last)) {
		const address = parseIPv4(text.slice(last));
		if (address < 0)
			return undefined;
		hexadecimal = text.slice(0, last) + (address >>> 16).toString(16) + ":" + (address & 0xffff).toString(16);
	}
	const halves = hexadecimal.split("::");
	const head = parseGroups(halves[0]);
	const tail = parseGroups(halves[1] ?? "");
	if (head === undefined || tail === undefined || halves.length > 2)
		return undefined;
	const missing = 8 - head.length - tail.length;
	if (halves.length === 1 ? missing !== 0 : missing < 1)
		return undefined;
	return head.concat(new Array<number>(missing).fill(0), tail);
}

/** Numbers of 16 bits between colons, undefined for anything else. */
function parseGroups(text: string): number[] | undefined {
	if (text === "")
		return [];
	return /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*$/.test(text) ? text.split(":").map((group) => parseInt(group, 16)) : undefined;
}
