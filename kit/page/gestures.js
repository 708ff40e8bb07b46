/** Pixels; fingers that are closer count as so far apart. */
const CLOSE = 20;
/** How much a turn of the wheel by a pixel zooms. */
const WHEEL = 1.002;
/** Pixels of a turn that count at once: some wheels turn by hundreds. */
const MOST_TURN = 200;

/**
 * Moves and zooms by mouse, pen and fingers: one drags, two pinch. The wheel zooms with Ctrl, as a pinch on a touchpad does,
 * and moves to the side; by itself it scrolls the page.
 * @param element takes them
 * @param place what is moved, inside the element
 * @param move called with how far to go, 1 for the width of the place
 * @param zoom called with how much longer the time becomes, and where from 0 to 1 it stays
 */
export function onGestures(element, place, move, zoom) {
	/** Where each button or finger is that is down. */
	const down = new Map();
	const at = (x) => (x - place.getBoundingClientRect().left) / place.clientWidth;
	element.addEventListener("pointerdown", ({ button, clientX, pointerId }) => button === 0 && down.set(pointerId, clientX));
	element.addEventListener("pointermove", ({ clientX, pointerId }) => {
		if (!down.has(pointerId) || down.get(pointerId) === clientX)
			return;
		element.setPointerCapture(pointerId);
		const before = spreadOf(down);
		down.set(pointerId, clientX);
		const after = spreadOf(down);
		move((before.middle - after.middle) / place.clientWidth);
		if (down.size > 1)
			zoom(before.width / after.width, at(after.middle));
	});
	for (const end of ["pointerup", "pointercancel"])
		element.addEventListener(end, ({ pointerId }) => down.delete(pointerId));
	element.addEventListener("wheel", (event) => {
		const { clientX, ctrlKey, deltaX, deltaY, shiftKey } = event;
		const side = deltaX || (shiftKey ? deltaY : 0);
		if (!ctrlKey && Math.abs(side) < Math.abs(deltaY))
			return;
		event.preventDefault();
		if (ctrlKey)
			zoom(WHEEL ** Math.max(-MOST_TURN, Math.min(MOST_TURN, deltaY)), at(clientX));
		else
			move(side / place.clientWidth);
	}, { passive: false });
}

function spreadOf(down) {
	const places = [...down.values()];
	const [left, right] = [Math.min(...places), Math.max(...places)];
	return { middle: (left + right) / 2, width: Math.max(CLOSE, right - left) };
}
