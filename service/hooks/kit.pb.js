// The hooks for production, which this service runs too.
for (const file of $os.readDir(`${__hooks}/../kit/pb_hooks`)) {
	require(`${__hooks}/../kit/pb_hooks/${file.name()}`);
}
