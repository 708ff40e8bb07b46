import { TLSError } from "../../lib/tls/tls-error.js";
import { ServerJudge } from "../../lib/tls/judge.js";
import { type KeyExchange, WITH_RSA } from "../../lib/tls/messages.js";
import type { TrustedAuthorities } from "../../lib/tls/trust.js";
import { primitives } from "./primitives.js";

/** What a server has said before anything is encrypted. */
export class Heard {
	/** The address that answered; "" for none. */
	address = "";
	/** Why the server was not heard to the end; "" when it was. */
	fault = "";
	/** DER, the server's own first; none as long as it has sent none. */
	chain: readonly Uint8Array[] = [];
	/** The server's part of the secret, which it has signed with its certificate's key; undefined as long as it has not come. */
	exchange: { readonly content: KeyExchange; readonly random: Uint8Array } | undefined;
	/** Whether it asks for a certificate of the client's. */
	isAsked = false;
	/** The cipher suite that it has chosen. */
	suite = 0;
	private readonly name: string;
	private readonly random: Uint8Array;

	/**
	 * @param name that a device looks for in the certificate
	 * @param random of the hello that the server was asked with
	 */
	constructor(name: string, random: Uint8Array) {
		this.name = name;
		this.random = random;
	}

	/** What a device says that trusts these CAs: the text of its error, "" when it accepts the server. */
	verdict(authorities: TrustedAuthorities): string {
		const { chain, exchange, fault, name, random, suite } = this;
		if (chain.length === 0)
			return fault;
		const judge = new ServerJudge({ name, authorities }, primitives, random, suite === WITH_RSA);
		try {
			judge.onCertificates(chain);
			if (exchange !== undefined)
				judge.onKeyExchange(exchange.content, exchange.random);
		}
		catch (error) {
			if (!(error instanceof TLSError))
				throw error;
			return error.message;
		}
		return fault;
	}
}
