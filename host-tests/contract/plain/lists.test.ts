import "./bundles.js";

await import("../lists.test.js");
