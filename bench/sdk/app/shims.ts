/** Comes before what uses the web's globals. */
import { install } from "bench/shims";

install();
