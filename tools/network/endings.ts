import type { Socket } from "node:net";

export type Ending = "cut" | "half-close" | "reset" | "stall";

/**
 * How an exchange can break off, by the names that all stand-ins have for it: FIN, FIN with the other direction left
 * open, RST, and nothing more at all.
 */
export const endings: Readonly<Record<Ending, (socket: Socket) => void>> = {
	"cut": (socket) => socket.destroySoon(),
	"half-close": (socket) => void socket.end(),
	"reset": (socket) => void socket.resetAndDestroy(),
	"stall": () => undefined
};
