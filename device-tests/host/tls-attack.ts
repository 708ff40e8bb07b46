/** The attacks on TLS: chains, signatures and handshakes that were made to be refused, on the SDK's own modules. */
import { count } from "../../tools/report/table.js";
import { chainCases } from "../../tools/x509/cases/index.js";
import { intermediate, leaf } from "../../tools/x509/certificate.js";
import { NodeClient } from "../../tools/x509/node-client.js";
import { Comparison, signedMutants } from "../../tools/x509/signed-mutants.js";
import { World } from "../../tools/x509/world.js";
import { findVectors, isUsed } from "../../tools/wycheproof/vectors.js";
import { type Answers, AttackApp, type Question } from "./attack-app.js";
import type { Simulator } from "./simulator.js";
import { flightQuestions, recordFlights } from "./tls-flights.js";
import { caseQuestions, cipherQuestions, mutantQuestions, signatureQuestions, signedQuestions } from "./tls-questions.js";
import { meetStrangers } from "./tls-strangers.js";

/** Faults of one kind that are told one by one. */
const shown = 20;

/** What came of one kind of attack. */
interface Attack {
	readonly name: string;
	readonly asked: number;
	/** How many of them are good, and were taken. */
	readonly accepted: number;
	readonly hangs: number;
	readonly aborts: number;
	readonly milliseconds: number;
	readonly faults: readonly string[];
}

/**
 * Runs all of them; each is told as it ends, and counts as one result.
 * @param step each how-manieth mutant is tried
 */
export async function runAttacks(simulator: Simulator, step: number): Promise<void> {
	const app = await AttackApp.build(simulator);
	const world = new World();
	const run = async (name: string, questions: readonly Question[]): Promise<void> => tell(simulator, attackOf(name, await app.ask(name, questions)));
	const skip = (name: string, missing: string): void => {
		const line = `not run: ${name}: ${missing}`;
		simulator.results.skip(line);
		simulator.show(line);
	};
	await run("chain cases", caseQuestions(chainCases(world)));
	await runVectors(run, skip);
	await compareSigned(simulator, app, world, step);
	tell(simulator, { name: "strangers' messages, on a heap of 4,928 slots and 77 KB that does not grow", accepted: 0, ...await meetStrangers(simulator, step) });
	const { curve, leafCurve, rootCurve } = world;
	const middle = intermediate("Middle", leafCurve, curve);
	await run("mutants of a chain with RSA", mutantQuestions("RSA", [world.leaf.der, world.middle.der], world.root.der, step));
	await run("mutants of a chain with ECDSA", mutantQuestions("ECDSA", [leaf(middle, rootCurve).der, middle.der], curve.der, step));
	for (const flight of await recordFlights(app, world))
		await run(`mutants of a handshake by ${flight.name}`, flightQuestions(flight, step));
}

async function runVectors(run: (name: string, questions: readonly Question[]) => Promise<void>, skip: (name: string, why: string) => void): Promise<void> {
	const signatures = "Wycheproof: RSA PKCS #1 and ECDSA";
	const ciphers = "Wycheproof: AES-GCM";
	const vectors = findVectors();
	if (typeof vectors === "string") {
		skip(signatures, vectors);
		skip(ciphers, vectors);
		return;
	}
	await run(signatures, signatureQuestions(vectors.signatures));
	const used = vectors.ciphers.filter(isUsed);
	await run(ciphers, cipherQuestions(used));
	skip(`${ciphers}, ${vectors.ciphers.length - used.length} vectors`, "AES-192, AES-256 and nonces of other than 12 bytes are in no suite of the SDK's");
}

/** Certificates that the CA has signed with a fault in them: what the app accepts, Node must accept, but for what is named. */
async function compareSigned(simulator: Simulator, app: AttackApp, world: World, step: number): Promise<void> {
	const mutants = [...signedMutants(world, step)];
	const name = "mutants that the CA has signed";
	const answers = await app.ask(name, signedQuestions(mutants, world.root.der));
	const node = await NodeClient.start(world.leafCurve.privateKey, [world.root.der]);
	const compared = new Comparison();
	for (const [at, mutant] of mutants.entries()) {
		if (answers.verdicts[at] === "accepted")
			await compared.ask(node, mutant);
	}
	node.close();
	tell(simulator, { ...attackOf(name, answers), faults: [...answers.faults, ...compared.faults] });
	simulator.show(`${name}: ${String(compared)}`);
}

function attackOf(name: string, { verdicts, faults, hangs, aborts, milliseconds }: Answers): Attack {
	const accepted = verdicts.filter((verdict) => /^(?:accepted|open|valid(?: .*)?)$/.test(verdict)).length;
	return { name, asked: verdicts.length, accepted, hangs, aborts, milliseconds, faults };
}

/** What an attack came to, in a line. */
function attackLine({ name, asked, accepted, hangs, aborts, milliseconds, faults }: Attack): string {
	return `${name}: ${count(asked)} tried, ${count(faults.length)} wrong, ${count(hangs)} hangs, ${count(aborts)} aborts; ${count(accepted)} are good and were taken; ${count(milliseconds / 1000)} s`;
}

function tell({ results, show }: Simulator, attack: Attack): void {
	const line = attackLine(attack);
	if (attack.faults.length === 0)
		results.take(`ok ${line}`);
	else
		results.fail(line);
	show(line);
	for (const fault of attack.faults.slice(0, shown))
		show(`not ok ${fault}`);
}
