import "./locale.js"; // before uPlot
import { chosen, onChoice } from "./choice.js";
import { Connection } from "./connection.js";
import { Device } from "./device.js";
import { Overview } from "./overview.js";
import { milliseconds } from "./readings.js";
import { Service } from "./service.js";
import { showArrivals, showLogin, write } from "./view.js";

/** Rows of arrivals. */
const ARRIVALS = 25;
const SECOND = 1000; // milliseconds
/** Milliseconds from a request that failed to the next try. */
const RETRY = 2000;
/** Milliseconds after which the service is asked whether the login still holds: events stop without a word when it has ended. */
const CONFIRM = 60 * SECOND;
/** Milliseconds: what arrives is told at once, and the rest of the overview is asked for no sooner; and, without arrivals, no later. */
const SOONEST = 5 * SECOND, LATEST = 60 * SECOND;
/** An overview that takes the service long is asked for after so many times its time. */
const REST = 20;

const service = new Service();
const login = document.getElementById("login");
const connection = new Connection(service, () => load(), () => follow());
const overview = new Overview(service, () => load());
const device = new Device(service, persist);

let arrivals = [];
let isArrivalsStale = false;
/** Counts logins, and choices: what was begun for an older one is not gone on with. */
let session = 0, choice = 0;
let isRefreshing = false;
/** When to ask for what changes in the overview, by this machine's clock. */
let refreshAt = Infinity;
let restUntil = 0;

/** The device that is shown, "" for all. One that is logged in sees itself. */
function deviceShown() {
	return service.ownDevice || chosen().device;
}

/** What is shown. */
function part() {
	return deviceShown() === "" ? overview : device;
}

/** Tries again until it works, or nobody is logged in any more. */
async function persist(action) {
	const mine = session;
	while (mine === session) {
		try {
			const result = await action();
			if (mine === session)
				connection.succeeded();
			return result;
		}
		catch (error) {
			if (mine !== session)
				return;
			// The service takes the token no more.
			if (error.status === 401 || error.status === 403)
				return leave("Your login has ended. Log in again.");
			connection.failed(error);
			await new Promise((resolve) => setTimeout(resolve, RETRY));
		}
	}
}

/** Asks for all that is shown. What arrives meanwhile is kept. */
function load() {
	const mine = ++choice;
	const shown = part();
	document.getElementById("overview").hidden = shown !== overview;
	document.getElementById("device").hidden = shown !== device;
	return persist(async () => {
		if (mine !== choice)
			return;
		const [, newest] = await Promise.all([shown.load(), service.arrivals(ARRIVALS, deviceShown())]);
		if (mine !== choice)
			return;
		arrive(...newest);
		tick();
		rest(0);
	});
}

/** Asks for what changes by itself: who is silent, last values, a new device or sensor. */
async function refresh() {
	isRefreshing = true;
	refreshAt = Infinity;
	const began = performance.now();
	await persist(() => part().refresh());
	isRefreshing = false;
	rest(performance.now() - began);
}

/** @param took milliseconds that the service was busy */
function rest(took) {
	restUntil = Date.now() + Math.max(SOONEST, took * REST);
	refreshAt = Date.now() + LATEST;
}

function arrive(...readings) {
	const id = deviceShown();
	const byId = new Map([...arrivals, ...readings].map((reading) => [reading.id, reading]));
	arrivals = [...byId.values()].filter((reading) => id === "" || reading.device === id)
		.sort((a, b) => milliseconds(b.created) - milliseconds(a.created)).slice(0, ARRIVALS);
	isArrivalsStale = true;
}

function change(reading, action) {
	if (action === "create")
		arrive(reading);
	else if (action === "delete") {
		arrivals = arrivals.filter(({ id }) => id !== reading.id);
		isArrivalsStale = true;
	}
	const more = part().change(reading, action);
	if (more)
		refreshAt = Math.min(refreshAt, more === "now" ? 0 : restUntil);
}

/** Each second: what goes on without anything that arrives. */
function tick() {
	connection.tick();
	if (document.getElementById("readings").hidden || document.hidden)
		return;
	part().tick();
	if (isArrivalsStale) {
		isArrivalsStale = false;
		showArrivals(arrivals, chosen().late);
	}
	if (connection.isLive && !isRefreshing && Date.now() >= refreshAt)
		void refresh();
}

/** Follows what happens, anew where it did before. */
async function follow() {
	await persist(async () => {
		await service.unfollow();
		await service.follow(change, (isThere) => {
			connection.followed(isThere);
			if (isThere)
				void load();
		});
	});
}

async function enter() {
	session++;
	showLogin(false);
	connection.begin();
	await follow();
}

/** @param why what the form says, "" when nobody need be told */
async function leave(why = "") {
	session++;
	choice++;
	arrivals = [];
	isArrivalsStale = true;
	overview.forget();
	device.forget();
	showLogin(true);
	connection.end();
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
		write("login-fault", faultText(error, collection.selectedOptions[0].text));
		return;
	}
	password.value = "";
	await enter();
});

/** Why nobody is logged in. @param role as the form names it */
function faultText({ message, status }, role) {
	if (status === 400)
		return `No ${role} has this name and password.`;
	if (status === 403 && role === "superuser")
		return `The service says: ${message} It may let superusers in from some addresses alone (Settings, Application, superuserIPs).`;
	return status === 0 ? "The service does not answer." : `The service says: ${message}`;
}

document.getElementById("logout").addEventListener("click", () => void leave());
document.addEventListener("visibilitychange", tick);
onChoice((name) => {
	isArrivalsStale = true;
	if (service.isLoggedIn && part() === device && ["late", "span"].includes(name))
		device.choose(name);
	else if (service.isLoggedIn) {
		arrivals = [];
		void load();
	}
});
setInterval(tick, SECOND);
setInterval(() => connection.isLive && void persist(() => service.confirm()), CONFIRM);
if (service.isLoggedIn)
	void enter();
else
	showLogin(true);
