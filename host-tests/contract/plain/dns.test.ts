import "./bundles.js";

await import("../dns.test.js");
