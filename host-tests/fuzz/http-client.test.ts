import test from "ava";
import { attack } from "./http-client.js";

const COUNT = 5000;

test(`${COUNT} runs through odd HTTP clients to a peer that hides second answers: each request has one outcome, and no answer is another's`, (t) => {
	let answers = 0, faults = 0, connections = 0;
	for (let seed = 1; seed <= COUNT; seed++) {
		const told = attack(seed);
		t.is(told.finding, "");
		answers += told.answers;
		faults += told.faults;
		connections += told.connections;
	}
	t.true(answers > COUNT && faults > COUNT && connections < answers + faults, `${answers} answers, ${faults} faults, ${connections} connections`);
});
