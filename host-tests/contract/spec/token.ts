/** What PocketBase says in a token. */
export interface Claims {
	readonly collectionId: string;
	/** Seconds since 1970. */
	readonly exp: number;
	readonly id: string;
	readonly refreshable: boolean;
	readonly type: string;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Reads a JWT's second part (base64url, ASCII) without an engine's help. */
export function claimsOf(token: string): Claims {
	let text = "";
	let bits = 0;
	let count = 0;
	for (const digit of token.split(".")[1]) {
		bits = (bits << 6 | DIGITS.indexOf(digit)) & 0xffff;
		count += 6;
		if (count < 8)
			continue;
		count -= 8;
		text += String.fromCharCode(bits >> count & 255);
	}
	return JSON.parse(text) as Claims;
}
