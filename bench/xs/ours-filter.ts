/** What a filter with two values costs. */
import { filter } from "records-client/filter";
import { begin, end } from "./counters.js";

const COUNT = 100;
const values = { name: "temperature", limit: 20.5 };

filter("sensor = {:name} && value > {:limit}", values);
begin();
for (let i = 0; i < COUNT; i++)
	filter("sensor = {:name} && value > {:limit}", values);
host.print(JSON.stringify(end("filter", COUNT)));
host.exit(0);
