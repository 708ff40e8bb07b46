/** Bytes in hexadecimal behind their number, which has so many digits: a vector of TLS, what follows a tag of DER. */
export function vector(digits: number, content: string): string {
	return (content.length / 2).toString(16).padStart(digits, "0") + content;
}
