/** Faults of the file system by the code of the system. */
const texts: Readonly<Record<string, string>> = {
	EACCES: "this user of the machine may not write there",
	EPERM: "this user of the machine may not write there",
	EROFS: "its file system can't be written",
	ENOSPC: "the disk is full",
	EDQUOT: "the disk's share of this user is full",
	ENOTDIR: "a part of the path is a file, not a folder",
	EEXIST: "it is a file, not a folder",
	ENOENT: "the folder that it is in is not there and can't be made",
	ENAMETOOLONG: "the path is too long"
};

/** What went wrong in the file system, in plain words; the error's own text where it is none of the usual. */
export function plainFault(error: unknown): string {
	const { code = "", message } = error as NodeJS.ErrnoException;
	// The system's own begin with its code and end with the call: "EIO: i/o error, mkdir '/data'".
	return texts[code] ?? message.replace(/^[A-Z]+: |, [a-z]+ '.*$/g, "");
}

/** What is wrong with the certificate of a service that fetch could not ask; "" for another reason. @param error fetch's */
export function certificateFault(error: unknown): string {
	const { code = "" } = ((error as Error | undefined)?.cause ?? {}) as NodeJS.ErrnoException;
	if (/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/.test(code))
		return `has a certificate of a CA that this machine does not know (${code}): set NODE_EXTRA_CA_CERTS to the file of that CA, for the service`;
	return /^(?:CERT_|ERR_TLS_)/.test(code) ? `has a certificate that is not good (${code})` : "";
}
