// The hooks for production, which this service runs too.
const kit = `${$os.getenv("RECORDS_SERVICE_KIT")}/pb_hooks`;
for (const file of $os.readDir(kit)) {
	require(`${kit}/${file.name()}`);
}
