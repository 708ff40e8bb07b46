/** What the page asks of the records service, by PocketBase's own SDK. */
import PocketBase, { BaseAuthStore } from "./pocketbase/pocketbase.es.mjs";

const KEY = "records-session";
/** Milliseconds: what the whole seconds of a Date header and the answer's way explain is no difference of clocks. */
const SAME_CLOCK = 2000;
/** Milliseconds that an answer may take, and one to the question whether the service answers at all. */
export const PATIENCE = 30_000;
const PROBE_PATIENCE = 5000;

/** Keeps the token while the tab is open, and for nobody else. */
class TabAuthStore extends BaseAuthStore {
	constructor() {
		super();
		const { token, record } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
		super.save(token, record);
	}

	save(token, record) {
		super.save(token, record);
		sessionStorage.setItem(KEY, JSON.stringify({ token, record }));
	}

	clear() {
		super.clear();
		sessionStorage.removeItem(KEY);
	}
}

/** A service, and who is logged in. Methods reject with the SDK's ClientResponseError. */
export class Service {
	#client = new PocketBase(new URL("..", import.meta.url).href, new TabAuthStore());
	/** Milliseconds that the service's clock is ahead of this one. */
	#ahead = 0;
	/** When anything came of the service, and when an event did; milliseconds since the page was opened. */
	#heard = performance.now();
	#heardEvent = this.#heard;

	constructor() {
		this.#client.autoCancellation(false);
		this.#client.beforeSend = (url, options) => ({ url, options: { ...options, signal: options.signal ?? AbortSignal.timeout(PATIENCE) } });
		this.#client.afterSend = (response, data) => {
			this.#heard = performance.now();
			const ahead = Date.parse(response.headers.get("date")) - Date.now();
			this.#ahead = Math.abs(ahead) > SAME_CLOCK ? ahead : 0;
			return data;
		};
	}

	/** Milliseconds since 1970, by the service's clock to within two seconds. */
	now() {
		return Date.now() + this.#ahead;
	}

	/** Milliseconds since the service was heard. */
	get quiet() {
		return performance.now() - this.#heard;
	}

	/** Milliseconds since the last event; the service sends one each minute. */
	get eventsQuiet() {
		return performance.now() - this.#heardEvent;
	}

	/** Asks whether the service answers. */
	async probe() {
		await this.#client.send("/api/health", { signal: AbortSignal.timeout(PROBE_PATIENCE) });
	}

	get isLoggedIn() {
		return this.#client.authStore.isValid;
	}

	async login(collection, identity, password) {
		await this.#client.collection(collection).authWithPassword(identity, password);
	}

	async logout() {
		this.#client.authStore.clear();
		await this.unfollow();
	}

	/** The id of the device that is logged in, "" for somebody who sees all. */
	get ownDevice() {
		const { record } = this.#client.authStore;
		return record?.collectionName === "users" ? record.id : "";
	}

	/** A page of all devices; see overview.pb.js of the kit. @param query `{ search, firmware, silent, order, offset, sensor }` */
	devices(query) {
		return this.#client.send("/api/records/devices", { query });
	}

	/** The sensors of all devices. */
	async sensors() {
		const { sensors } = await this.#client.send("/api/records/sensors", {});
		return sensors.map(({ sensor }) => sensor);
	}

	/** A device and its sensors, up to 100. @param sensor is among them where the device has it */
	device(id, sensor) {
		return this.#client.send(`/api/records/devices/${encodeURIComponent(id)}`, { query: { sensor } });
	}

	/** What a sensor measured from one time to another, each reading or parts of the time. @param query `{ sensor, number, from, to, late }`, milliseconds */
	readings(id, query) {
		return this.#client.send(`/api/records/devices/${encodeURIComponent(id)}/readings`, { query });
	}

	/**
	 * The readings that were received last, newest first. The service answers a login that has ended with an empty list, as
	 * it does a guest: then it is asked about the login.
	 * @param device "" for all
	 */
	async arrivals(count, device) {
		const filter = device === "" ? "" : this.#client.filter("device = {:device}", { device });
		const { items } = await this.#readings().getList(1, count, { filter, sort: "-created,-id", expand: "device", skipTotal: true });
		if (items.length === 0)
			await this.confirm();
		return items;
	}

	/** Renews the login; rejects with status 401 when it has ended. */
	async confirm() {
		await this.#client.collection(this.#client.authStore.record.collectionName).authRefresh();
	}

	/**
	 * Follows what happens to readings.
	 * @param onChange called with a reading and "create", "update" or "delete"
	 * @param onConnection called with whether they are followed from now on. What came before is to be asked for.
	 */
	async follow(onChange, onConnection) {
		const { realtime } = this.#client;
		const hear = () => this.#heardEvent = this.#heard = performance.now();
		realtime.onDisconnect = () => onConnection(false);
		await this.#readings().subscribe("*", ({ action, record }) => {
			hear();
			onChange(record, action);
		}, { expand: "device" });
		await realtime.subscribe("PING", hear);
		// Later ones than the first, which is over.
		await realtime.subscribe("PB_CONNECT", () => {
			hear();
			onConnection(true);
		});
		hear();
		onConnection(true);
	}

	/** Ends that. */
	async unfollow() {
		const { realtime } = this.#client;
		realtime.onDisconnect = undefined;
		await realtime.unsubscribe();
	}

	#readings() {
		return this.#client.collection("readings");
	}
}
