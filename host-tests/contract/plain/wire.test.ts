import "./bundles.js";

await import("../wire.test.js");
