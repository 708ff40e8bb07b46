/** What the scripted peer answers behind each reverse proxy: the cases and the peer's scripts both know it. */

/** Each has its heads in tools/proxies/heads.ts. */
export const proxyNames = ["nginx", "caddy", "traefik", "haproxy", "apache", "cloudflare", "cloudflare-chunked"] as const;

export type ProxyName = typeof proxyNames[number];

export const login = '{"record":{"id":"one"},"token":"aaa.bbb.ccc"}';
export const refusal = '{"data":{},"message":"Failed to create record.","status":400}';

/** The record in the run's answer of that number. Content-Length has two, three or four digits. */
export function recordOf(number: number): string {
	return `{"id":"answer-${number}","note":"${"n".repeat(number * 397 % 1200)}"}`;
}

/** The list in the run's answer of that number: more than 2,048 bytes, which the service sends in chunks. */
export function listOf(number: number): string {
	return `{"items":[${Array.from({ length: 60 }, (_, i) => `{"id":"answer-${number}","value":${i}}`).join()}],"page":1}`;
}
