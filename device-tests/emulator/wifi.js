/** "embedded:network/interface/wifi" over the Ethernet of QEMU: the same states, without access points. */
export default class WiFi extends Native("xs_emulator_destructor") {
	constructor(options) {
		super();
		native("xs_emulator").call(this, options);
	}

	close() { return native("xs_emulator_close").call(this); }
	connect(options) { return native("xs_emulator_connect").call(this, options); }
	disconnect() { return native("xs_emulator_disconnect").call(this); }

	get connection() { return native("xs_emulator_connection_get").call(this); }
	get address() { return native("xs_emulator_address_get").call(this); }
}
