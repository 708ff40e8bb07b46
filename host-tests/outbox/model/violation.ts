/** What an outbox has done that it must not. */
export class Violation extends Error {}
