/** Whether the service answers, and what the page says of it. */
import { lengthText } from "./readings.js";
import { PATIENCE } from "./service.js";
import { showConnection } from "./view.js";

/** Milliseconds without a word of the service, from which on it is asked for one. */
const QUIET = 10_000;
/** Milliseconds without an event, from which on a stream of events is dead: the service sends one each minute. */
const NO_EVENTS = 90_000;

export class Connection {
	#service;
	#onBack;
	#onDead;
	/** Nobody is logged in: nothing is said. */
	#isUsed = false;
	/** Events come. */
	#isFollowed = false;
	/** The service was asked, and has not answered. */
	#isUnanswered = false;
	#isAsking = false;
	/** What the service answered in the place of what it was asked for, "" where there is nothing to tell. */
	#fault = "";

	/**
	 * @param service that is watched
	 * @param onBack called when the service answers again
	 * @param onDead called when no events come of a service that answers
	 */
	constructor(service, onBack, onDead) {
		this.#service = service;
		this.#onBack = onBack;
		this.#onDead = onDead;
	}

	get isLive() {
		return this.#isFollowed && !this.#isUnanswered;
	}

	/** Somebody has logged in. */
	begin() {
		this.#isUsed = true;
		this.#show();
	}

	/** Nobody is logged in any more. */
	end() {
		this.#isUsed = this.#isFollowed = this.#isUnanswered = false;
		this.#fault = "";
		showConnection("", "", "");
	}

	/** @param isThere whether events come from now on */
	followed(isThere) {
		this.#isFollowed = isThere;
		this.#show();
	}

	/** The service has answered as it should. */
	succeeded() {
		const isBack = this.#isUnanswered;
		this.#isUnanswered = false;
		this.#fault = "";
		this.#show();
		if (isBack && this.#isFollowed)
			this.#onBack();
	}

	/** It has not. @param error the SDK's */
	failed({ message, originalError, status }) {
		if (status > 0)
			this.#fault = `the service says: ${message}`;
		else if (originalError?.name === "TimeoutError" && this.#service.quiet < PATIENCE)
			this.#fault = `one answer takes longer than ${lengthText(PATIENCE)}`; // others came meanwhile
		else
			this.#isUnanswered = true;
		this.#show();
	}

	/** Each second. */
	tick() {
		if (!this.#isUsed)
			return;
		if (!this.#isAsking && this.#service.quiet > QUIET)
			void this.#ask();
		if (this.isLive && this.#service.eventsQuiet > NO_EVENTS) {
			this.#isFollowed = false;
			this.#onDead();
		}
		this.#show();
	}

	async #ask() {
		this.#isAsking = true;
		try {
			await this.#service.probe();
			this.succeeded();
		}
		catch (error) {
			this.#isUnanswered = this.#isUsed && error.status === 0;
			if (this.#isUsed && !this.#isUnanswered)
				this.failed(error);
		}
		this.#isAsking = false;
	}

	#show() {
		if (!this.#isUsed)
			return;
		const { quiet } = this.#service;
		if (this.#isUnanswered)
			showConnection("lost", "no answer", `for ${quiet < 120_000 ? `${Math.round(quiet / 1000)} s` : lengthText(quiet)}, trying again`);
		else if (this.#fault !== "")
			showConnection("lost", this.#fault, "trying again");
		else if (this.#isFollowed)
			showConnection("live", "live", "");
		else
			showConnection("lost", "not connected", "trying again");
	}
}
