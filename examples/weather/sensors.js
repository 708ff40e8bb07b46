/** A simulated value that goes up and down around its middle, with one decimal. */
function wave(middle, height) {
	let turns = 0;
	return () => Math.round((middle + height * Math.sin(turns++ / 5)) * 10) / 10;
}

/** Put your sensors' drivers here. */
export const sensors = [
	{ sensor: "temperature", unit: "°C", read: wave(12, 8) },
	{ sensor: "humidity", unit: "%", read: wave(60, 25) },
	{ sensor: "pressure", unit: "hPa", read: wave(1013, 12) }
];
