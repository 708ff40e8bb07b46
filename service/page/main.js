import { Chart } from "./chart.js";
import { chosen, offer, onChoice, restore } from "./choice.js";
import { delayOf, gapsIn, lengthText, milliseconds, Series, timeOf } from "./readings.js";
import { MOST_READINGS, Service } from "./service.js";
import { readingText, showArrivals, showConnection, showGaps, showLogin, showTiles, timeText, valueText, write } from "./view.js";

/** Rows of arrivals. */
const ARRIVALS = 25;
const SECOND = 1000; // milliseconds
/** Milliseconds from a request that failed to the next try. */
const RETRY = 2000;
/** Milliseconds after which the service is asked whether the login still holds: events stop without a word when it has ended. */
const CONFIRM = 60 * SECOND;

const service = new Service();
const login = document.getElementById("login");

let devices = [];
let series = new Series(MOST_READINGS);
let arrivals = [];
let chart;
/** Counts what was asked for: an answer to an older question is not shown. */
let question = 0;
/** Counts logins: what was begun for an older one is not gone on with. */
let session = 0;
let isLive = false;
let drawing = 0;

function nameOf(id) {
	return devices.find((device) => device.id === id)?.name ?? id;
}

function draw() {
	drawing = 0;
	const { device, sensor, span, late } = chosen();
	const now = service.now();
	const readings = series.since(now - span);
	const gaps = gapsIn(readings.map(timeOf));
	const delayed = readings.filter((reading) => delayOf(reading) > late);
	const last = readings.at(-1);
	const longestGap = Math.max(0, ...gaps.map(({ from, to }) => to - from));
	const longestDelay = delayed.reduce((longest, reading) => Math.max(longest, delayOf(reading)), 0);
	write("chart-title", sensor === "" ? "No readings yet" : `${nameOf(device)}: ${sensor}`);
	showTiles([
		["Last value", last === undefined ? "none" : valueText(last), last === undefined ? "in this time" : `${lengthText(Math.max(0, now - timeOf(last)))} ago`],
		["Readings", String(readings.length), readings.length < MOST_READINGS ? "in this time" : "the newest of this time"],
		["Gaps", String(gaps.length), gaps.length === 0 ? "none" : `longest ${lengthText(longestGap)}`],
		["Delivered late", String(delayed.length), delayed.length === 0 ? "none" : `longest ${lengthText(longestDelay)}`]
	]);
	showGaps(gaps);
	write("chart-text", last === undefined ? "No readings in this time." : rangeText(readings));
	chart.show(readings, gaps, (reading) => delayOf(reading) > late, now - span, Math.max(now, last === undefined ? 0 : timeOf(last)));
	showArrivals(arrivals, nameOf, late);
}

function rangeText(readings) {
	const sorted = [...readings].sort((a, b) => a.value - b.value);
	return `${readings.length} ${readings.length === 1 ? "reading" : "readings"} from ${timeText(timeOf(readings[0]))} to ${timeText(timeOf(readings.at(-1)))}, `
		+ `between ${valueText(sorted[0])} and ${valueText(sorted.at(-1))}.`;
}

/** Draws once for all that comes in the same frame. */
function redraw() {
	drawing ||= requestAnimationFrame(draw);
}

/** Tries again until it works, or nobody is logged in any more. */
async function persist(action) {
	const mine = session;
	while (mine === session) {
		try {
			return await action();
		}
		catch (error) {
			if (mine !== session)
				return;
			// The service takes the token no more.
			if (error.status === 401 || error.status === 403)
				return leave("Your login has ended. Log in again.");
			showConnection("lost", error.status > 0 ? `the service says: ${error.message}` : "the service does not answer, trying again");
			await new Promise((resolve) => setTimeout(resolve, RETRY));
		}
	}
}

function load() {
	return persist(ask);
}

/** Asks for all that is shown. What arrives meanwhile is kept. */
async function ask() {
	const mine = ++question;
	const { device } = chosen();
	const sensors = await service.sensors(device);
	if (mine !== question)
		return;
	offer("sensor", sensors.map((name) => ({ value: name, text: name })));
	const fresh = new Series(MOST_READINGS);
	series = fresh;
	const { sensor, span } = chosen();
	const [found, newest] = await Promise.all([service.readings(device, sensor, service.now() - span), service.arrivals(ARRIVALS)]);
	if (mine !== question)
		return;
	found.forEach((reading) => fresh.add(reading));
	arrive(...newest);
	showState();
	redraw();
}

function arrive(...readings) {
	const byId = new Map([...arrivals, ...readings].map((reading) => [reading.id, reading]));
	arrivals = [...byId.values()].sort((a, b) => milliseconds(b.created) - milliseconds(a.created)).slice(0, ARRIVALS);
}

function change(reading, action) {
	const { device, sensor } = chosen();
	if (action === "delete") {
		series.remove(reading.id);
		arrivals = arrivals.filter(({ id }) => id !== reading.id);
	}
	else {
		if (action === "create")
			arrive(reading);
		if (reading.device === device && reading.sensor === sensor)
			series.add(reading);
		else if (sensor === "" && reading.device === device)
			void load();
	}
	redraw();
}

function showState() {
	showConnection(isLive ? "live" : "lost", isLive ? "live" : "connection lost, trying again");
}

function connection(isThere) {
	isLive = isThere;
	showState();
	if (isLive)
		void load();
}

async function enter() {
	session++;
	showLogin(false);
	chart ??= new Chart(document.getElementById("chart"), (reading) => write("chart-point", reading === undefined ? "" : readingText(reading, chosen().late)));
	await persist(async () => {
		devices = await service.devices();
		offer("device", devices.map(({ id, name }) => ({ value: id, text: name })));
		await service.follow(change, connection);
	});
}

/** @param why what the form says, "" when nobody need be told */
async function leave(why = "") {
	session++;
	question++;
	isLive = false;
	arrivals = [];
	series = new Series(MOST_READINGS);
	showLogin(true);
	showConnection("", "");
	write("login-fault", why);
	await service.logout().catch(() => undefined); // the service may be gone
}

login.addEventListener("submit", async (event) => {
	event.preventDefault();
	const { collection, identity, password } = login.elements;
	write("login-fault", "");
	try {
		await service.login(collection.value, identity.value, password.value);
	}
	catch (error) {
		write("login-fault", error.status === 400 ? "Name or password is wrong." : `The service does not answer as it should: ${error.message}`);
		return;
	}
	password.value = "";
	await enter();
});
document.getElementById("logout").addEventListener("click", () => void leave());
onChoice((name) => {
	if (name === "late")
		return redraw();
	series = new Series(MOST_READINGS);
	void load();
});
restore();
setInterval(() => document.getElementById("readings").hidden || redraw(), SECOND);
setInterval(() => isLive && void persist(() => service.confirm()), CONFIRM);
if (service.isLoggedIn)
	void enter();
else
	showLogin(true);
