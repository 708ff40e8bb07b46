/**
 * Whether a host is this device or in a private network by its very name or address, so that credentials may go there over
 * plain http. Any other host is not known to be private; no name is looked up.
 *
 * Names: localhost (RFC 6761, section 6.3), .local (RFC 6762, section 3), .home.arpa (RFC 8375), .internal (reserved by ICANN
 * in 2024); they may end in a dot. Not a name without a dot: nothing reserves it, some top-level domains have
 * addresses of their own.
 *
 * IPv4, four decimal numbers: 127/8; 10/8, 172.16/12, 192.168/16 (RFC 1918); 169.254/16 (RFC 3927). Not 100.64/10
 * (RFC 6598): a carrier shares that among strangers. IPv6 (RFC 4291): ::1, fc00::/7 (RFC 4193), fe80::/10, and ::ffff: before
 * an IPv4 address; other spellings of ::1 and of mapped addresses don't count.
 * @param host name or IP literal without brackets, as `BaseUrl` has it: only an IPv6 address has colons
 */
export function isPrivateHost(host: string): boolean {
	const name = host.toLowerCase();
	if (name.startsWith("::ffff:"))
		return isPrivateIPv4(name.slice(7));
	if (name.includes(":"))
		return name === "::1" || /^(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:.]+$/.test(name);
	return isPrivateIPv4(name) || /^(?:(?:[^.]+\.)*localhost|(?:[^.]+\.)+(?:local|home\.arpa|internal))\.?$/.test(name);
}

/** Whether a host is a private IPv4 address: four decimal numbers of a byte, without zeros before them. */
function isPrivateIPv4(text: string): boolean {
	return /^(?:(?:10|127)\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)){2}$/.test(text);
}
