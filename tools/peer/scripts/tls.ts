import { answer, cut, damage, first, json, pause, type Scripts, send } from "../script.js";

/** First answers that break TLS, for a peer that speaks it. */
export const tlsScripts: Scripts = {
	"damaged": first(damage),
	"damaged-in-body": first(send('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"id"'), damage),
	// The answer is whole; what is damaged comes behind it, or while the connection is idle.
	"damaged-behind": first(send(answer('{"id":"first"}')), damage),
	"damaged-idle": first(send(json({ id: "first" })), pause(20), damage),
	// A body that the connection's end frames: without TLS's end it may not be all.
	"to-end-cut": first(send('HTTP/1.1 200 OK\r\n\r\n{"id":"first"}'), cut),
	"idle-cut": first(send(json({ id: "first" })), pause(20), cut)
};
