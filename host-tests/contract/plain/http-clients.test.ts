import "./bundles.js";

await import("../http-clients.test.js");
