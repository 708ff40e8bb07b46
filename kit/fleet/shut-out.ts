import type { Login } from "../../service/login.js";
import type { Arguments, ServiceAddress } from "./arguments.mjs";
import { askLogin } from "./ask-login.js";
import type { Say } from "./fleet.js";
import { NameList } from "./name-list.js";
import { type Account, Service } from "./service.js";
import { leftOutText, messageOf } from "./texts.js";

/** Milliseconds for one answer: a device in wrong hands is to be out at once wherever a service answers. */
const patience = 5000;

/** A service that has answered. */
interface Answered {
	readonly service: ServiceAddress;
	/** Its accounts of those devices that were named. */
	readonly accounts: readonly Account[];
	/** The devices that are out on it. */
	readonly out: Set<string>;
}

/**
 * Locks or removes devices on each service by itself, at once: one that does not answer holds up no other. What was named and is
 * in service is added to the list before.
 * @param how the method of a service
 * @param say called with a device, and the names of the services on which it is out
 * @param sayFault called with a service that was left out, a name that is nobody's in service, and a list that can't be written
 */
export async function shutOut(how: "lock" | "remove", { list, names, services }: Arguments, login: Login, say: (name: string, where: string) => void, sayFault: Say): Promise<void> {
	const wanted = [...new Set([...names, ...list === "" ? [] : new NameList(list).names])];
	const answered: Answered[] = [];
	const faults = new Set<string>();
	await Promise.all(services.map(async (address) => {
		try {
			const service = await Service.of(address, login, askLogin, patience);
			const known = await service.accountsOf(wanted);
			const accounts = wanted.flatMap((name) => known.get(name) ?? []);
			const out = new Set<string>();
			answered.push({ service: address, accounts, out });
			try {
				if (list !== "")
					new NameList(list).add(accounts.filter(({ isRemoved, name }) => !isRemoved && names.includes(name)).map(({ name }) => name));
			}
			catch (error) {
				faults.add(messageOf(error));
			}
			for (const account of accounts) {
				if (!account.isRemoved)
					await service[how](account);
				out.add(account.name);
			}
		}
		catch (error) {
			faults.add(leftOutText(services.length === 1, address, error));
		}
	}));
	for (const name of wanted) {
		const accounts = answered.flatMap((one) => one.accounts.filter((account) => account.name === name));
		const where = services.filter((service) => answered.some((one) => one.service === service && one.out.has(name)));
		if (accounts.every(({ isRemoved }) => isRemoved) && answered.length > 0)
			faults.add(absentText(name, accounts.length > 0));
		else if (where.length > 0)
			say(name, where.map((service) => service.name).join(", "));
	}
	faults.forEach(sayFault);

	function absentText(name: string, isKnown: boolean): string {
		if (!names.includes(name))
			return `the service has no device ${name} in service, which is in ${list}`;
		return isKnown ? `${name} is out of service` : `${services.length === 1 ? "the service has" : "the services have"} no device ${name}`;
	}
}
