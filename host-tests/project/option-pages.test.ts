/** The pages of docs/ have each option, limit and default of the library. */
import test from "ava";
import { CALL_OPTIONS, FILE_URL_OPTIONS, LIST_OPTIONS, READ_OPTIONS, SEND_OPTIONS } from "../../lib/call-options.js";
import { DEFAULT_LIMITS } from "../../lib/client-limits.js";
import { OPTIONS, TLS_OPTIONS } from "../../lib/client-options.js";
import { DOWNLOAD_OPTIONS, UPLOAD_OPTIONS } from "../../lib/files/transfer.js";
import { LIMITS as HEALTH_LIMITS, OPTIONS as HEALTH_OPTIONS } from "../../lib/health/health-options.js";
import { LIST_OPTIONS as EACH_OPTIONS } from "../../lib/lists/list-options.js";
import { OPTIONS as LIVE_OPTIONS } from "../../lib/live/live-options.js";
import { DEFAULT_OUTBOX_LIMITS } from "../../lib/outbox/outbox-limits.js";
import { OPTIONS as OUTBOX_OPTIONS } from "../../lib/outbox/outbox-options.js";
import { ACCESS_POINT, DEFAULT_WIFI_LIMITS, OPTIONS as WIFI_OPTIONS } from "../../lib/wifi/wifi-options.js";
import { documentText, tableOf } from "./readme/blocks.js";

const api = "docs/api.md";

/** By page: what it must have as code. */
const named: Readonly<Record<string, readonly object[]>> = {
	[api]: [CALL_OPTIONS, FILE_URL_OPTIONS, LIST_OPTIONS, READ_OPTIONS, SEND_OPTIONS],
	"docs/files.md": [DOWNLOAD_OPTIONS, UPLOAD_OPTIONS],
	"docs/lists.md": [EACH_OPTIONS],
	"docs/live.md": [LIVE_OPTIONS],
	"docs/network.md": [ACCESS_POINT, DEFAULT_WIFI_LIMITS, WIFI_OPTIONS],
	"docs/outbox.md": [DEFAULT_OUTBOX_LIMITS, OUTBOX_OPTIONS],
	"docs/tls.md": [TLS_OPTIONS],
	"docs/watching.md": [HEALTH_LIMITS, HEALTH_OPTIONS]
};

/** Names that stand in no code of a text, neither in a line nor in a block. */
function missing(text: string, names: readonly string[]): readonly string[] {
	const code = [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].join("\n");
	return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
}

/** The names in a table's first column, each between backticks. */
function firstColumn(rows: readonly (readonly string[])[]): readonly string[] {
	return rows.flatMap(([cell]) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
}

for (const [page, groups] of Object.entries(named)) {
	test(`${page} names each option and limit`, (t) => {
		t.deepEqual(missing(documentText(page), groups.flatMap((group) => Object.keys(group))), []);
	});
}

test("a name that is in no code is found", (t) => {
	t.deepEqual(missing("one `a two(b)` three\n```\nfour\n```\n", ["one", "two", "tw", "three", "four"]), ["one", "tw", "three"]);
});

test("docs/api.md has each option of the client, and no other", (t) => {
	t.deepEqual([...firstColumn(tableOf(api, "Option"))].sort(), Object.keys(OPTIONS).sort());
});

test("docs/api.md has each limit of the client with its default, and no other", (t) => {
	const rows = tableOf(api, "Limit");
	t.deepEqual(Object.fromEntries(rows.map(([name, value]) => [name.slice(1, -1), parseInt(value.replaceAll(",", ""), 10)])), { ...DEFAULT_LIMITS });
});
