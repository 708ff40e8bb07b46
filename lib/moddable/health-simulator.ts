/** What platforms without "resetReason" have in its place. */
export default function resetReason(): undefined {
	return undefined;
}
