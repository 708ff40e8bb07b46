import test from "ava";
import { Exchange, ExchangeList, ExchangePool } from "../lib/exchange.js";
import { failure } from "../lib/response.js";

test("a list gives back what it got, first in, first out", (t) => {
	const list = new ExchangeList();
	const [one, two, three] = [new Exchange(), new Exchange(), new Exchange()];
	t.true(list.empty);
	t.is(list.shift(), undefined);
	list.push(one);
	list.push(two);
	t.false(list.empty);
	t.is(list.shift(), one);
	list.push(three);
	t.is(list.shift(), two);
	t.is(list.shift(), three);
	t.true(list.empty);
	t.is(list.shift(), undefined);
	list.push(one);
	t.false(list.empty);
	t.is(list.shift(), one);
});

test("an exchange that moves between lists brings nobody along", (t) => {
	const [from, to] = [new ExchangeList(), new ExchangeList()];
	const [one, two] = [new Exchange(), new Exchange()];
	from.push(one);
	from.push(two);
	to.push(from.shift()!);
	t.is(to.shift(), one);
	t.is(to.shift(), undefined);
	t.is(from.shift(), two);
});

test("a pool lends as many as it may, each another", (t) => {
	const pool = new ExchangePool(3);
	const lent = [pool.take(), pool.take(), pool.take()];
	t.is(new Set(lent).size, 3);
	t.false(lent.includes(undefined));
	t.is(pool.take(), undefined);
	t.is(pool.take(), undefined);
	pool.put(lent[1]!);
	t.is(pool.take(), lent[1]);
	t.is(pool.take(), undefined);
	t.is(new ExchangePool(0).take(), undefined);
});

test("a pool makes no second exchange while one is free", (t) => {
	const pool = new ExchangePool(3);
	const one = pool.take()!;
	for (let round = 0; round < 5; round++) {
		pool.put(one);
		t.is(pool.take(), one);
	}
});

test("an exchange put back holds nothing of its request", (t) => {
	const pool = new ExchangePool(1);
	const exchange = pool.take()!;
	exchange.path = "/secret";
	exchange.body = "secret";
	exchange.resolve = () => t.fail();
	pool.put(exchange);
	const { path, body } = exchange;
	t.deepEqual({ path, body }, { path: "", body: undefined });
	t.notThrows(() => exchange.resolve(failure("closed", "")));
});
