import "./bundles.js";

await import("../spec.test.js");
