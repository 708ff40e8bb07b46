import test from "ava";
import { ALL, PollWindow } from "../../../lib/live/poll-window.js";

const NOW = 1_800_000_000_000;

test("after a log-in of the same user a poll asks from when the token was last confirmed; after one of another user for all", (t) => {
	const window = new PollWindow(86_400_000);
	window.end(0, window.begin(NOW, 0), NOW, true);
	const { bound: proven } = window;
	t.not(proven, ALL);
	window.prove();
	window.end(60_000, window.begin(NOW + 60_000, 60_000), NOW + 60_000, true);
	t.true(window.bound > proven);
	window.unlearn("log-in");
	t.is(window.bound, proven);
	window.unlearn("other user");
	t.is(window.bound, ALL);
});
