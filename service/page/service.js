/** What the page asks of the records service, by PocketBase's own SDK. */
import PocketBase, { BaseAuthStore } from "./pocketbase/pocketbase.es.mjs";

const KEY = "records-session";
/** Records in one answer; the service gives no more. */
const PAGE = 500;
/** Sensors of a device that are looked for. */
const MOST_SENSORS = 50;

/** Milliseconds: what the whole seconds of a Date header and the answer's way explain is no difference of clocks. */
const SAME_CLOCK = 2000;

/** Readings that are asked for at most. */
export const MOST_READINGS = 4000;

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

	constructor() {
		this.#client.autoCancellation(false);
		this.#client.afterSend = (response, data) => {
			const ahead = Date.parse(response.headers.get("date")) - Date.now();
			this.#ahead = Math.abs(ahead) > SAME_CLOCK ? ahead : 0;
			return data;
		};
	}

	/** Milliseconds since 1970, by the service's clock to within two seconds. */
	now() {
		return Date.now() + this.#ahead;
	}

	get isLoggedIn() {
		return this.#client.authStore.isValid;
	}

	async login(collection, identity, password) {
		await this.#client.collection(collection).authWithPassword(identity, password);
	}

	async logout() {
		const { authStore, realtime } = this.#client;
		authStore.clear();
		realtime.onDisconnect = undefined;
		await realtime.unsubscribe();
	}

	/** The devices whose readings may be seen, each `{ id, name }`: all for a superuser, else the one that is logged in. */
	async devices() {
		const { authStore } = this.#client;
		const { items } = authStore.isSuperuser
			? await this.#client.collection("users").getList(1, PAGE, { sort: "username", skipTotal: true })
			: { items: [authStore.record] };
		return items.map(({ id, name, username, email }) => ({ id, name: name || username || email || id }));
	}

	/** The names of a device's sensors. Each is asked for by itself, because the service has no "distinct". */
	async sensors(device) {
		const names = [];
		for (let last = ""; names.length < MOST_SENSORS; last = names.at(-1)) {
			const filter = this.#client.filter("device = {:device} && sensor > {:last}", { device, last });
			const { items } = await this.#readings().getList(1, 1, { filter, sort: "sensor", fields: "sensor", skipTotal: true });
			if (items.length === 0)
				break;
			names.push(items[0].sensor);
		}
		return names;
	}

	/** The newest readings of a sensor that were received since `from`, in milliseconds. */
	async readings(device, sensor, from) {
		const created = new Date(from).toISOString().replace("T", " ");
		const filter = this.#client.filter("device = {:device} && sensor = {:sensor} && created >= {:created}", { device, sensor, created });
		const found = [];
		for (let page = 1; found.length < MOST_READINGS; page++) {
			const { items } = await this.#readings().getList(page, PAGE, { filter, sort: "-created,-id", skipTotal: true });
			found.push(...items);
			if (items.length < PAGE)
				break;
		}
		return found;
	}

	/**
	 * The readings that were received last, of all devices, newest first. The service answers a login that has ended with an
	 * empty list, as it does a guest: then it is asked about the login.
	 */
	async arrivals(count) {
		const { items } = await this.#readings().getList(1, count, { sort: "-created,-id", skipTotal: true });
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
		realtime.onDisconnect = () => onConnection(false);
		await this.#readings().subscribe("*", ({ action, record }) => onChange(record, action));
		// Later ones than the first, which is over.
		await realtime.subscribe("PB_CONNECT", () => onConnection(true));
		onConnection(true);
	}

	#readings() {
		return this.#client.collection("readings");
	}
}
