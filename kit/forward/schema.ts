/** What `forward --schema` prints. TimescaleDB and Citus were not tried: the text says so. */
export const schemaKinds = ["plain", "timescaledb", "citus"] as const;
export type SchemaKind = typeof schemaKinds[number];

/** Places between two that are kept. */
export const placesInBlock = 100_000;

const readings = `CREATE TABLE IF NOT EXISTS readings (
	at timestamptz NOT NULL,       -- when it was taken; where the device did not say so, when it was first received
	created timestamptz NOT NULL,  -- when the service received it
	value double precision NOT NULL CHECK (value > '-Infinity' AND value < 'Infinity'),
	device text NOT NULL,
	id text NOT NULL,
	service text NOT NULL,         -- that it came from; the first, where two had it
	sensor text NOT NULL,
	unit text NOT NULL,
	extra jsonb,
	PRIMARY KEY (device, at, id)
)`;

const months = `${readings} PARTITION BY RANGE (at);
-- For clocks that are years off.
CREATE TABLE IF NOT EXISTS readings_default PARTITION OF readings DEFAULT;
`;

const monthFunction = (body: string): string => `-- Sees to it that there is a partition for a month (its first day).
CREATE OR REPLACE FUNCTION records_month(month date) RETURNS void LANGUAGE plpgsql AS $$
${body}
$$;
`;

const makeMonth = `DECLARE
	name text := 'readings_' || to_char(month, 'YYYY_MM');
	first timestamptz := month::timestamp AT TIME ZONE 'UTC';
	next timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
	-- Readings of two services may need it at the same time.
	PERFORM pg_advisory_xact_lock(hashtextextended('records_month', 0));
	IF to_regclass(quote_ident(name)) IS NULL THEN
		EXECUTE format('CREATE TABLE %I (LIKE readings INCLUDING ALL)', name);
		EXECUTE format('WITH moved AS (DELETE FROM readings_default WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', first, next, name);
		EXECUTE format('ALTER TABLE readings ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, next);
	END IF;
END`;

const others = `-- Of readings whose time the device did not say: when they were first received, so that one that two services have is one row.
CREATE TABLE IF NOT EXISTS readings_untaken (
	at timestamptz NOT NULL,
	device text NOT NULL,
	id text NOT NULL,
	PRIMARY KEY (device, id)
);

-- The devices, and the last health record of each.
CREATE TABLE IF NOT EXISTS devices (
	id text PRIMARY KEY,
	name text,
	made timestamptz,
	removed timestamptz,           -- when it was taken out of service
	reported timestamptz,
	health jsonb
);

-- How far each service is forwarded: its last place, and the last of each ${placesInBlock.toLocaleString("en")} before.
CREATE TABLE IF NOT EXISTS records_places (
	service text NOT NULL,
	block bigint NOT NULL,
	place bigint NOT NULL,
	id text NOT NULL,
	forwarded timestamptz NOT NULL,
	PRIMARY KEY (service, block)
);

-- Readings that the tables above can't take, as the service answered them.
CREATE TABLE IF NOT EXISTS records_refused (
	service text NOT NULL,
	id text NOT NULL,
	place bigint NOT NULL,
	refused timestamptz NOT NULL,
	reason text NOT NULL,
	reading text NOT NULL,
	PRIMARY KEY (service, id)
);
`;

const sensors = "-- For a sensor of all devices: small, because readings come nearly in the order of their times.\nCREATE INDEX IF NOT EXISTS readings_at ON readings USING brin (at);\n";

const schemas: Readonly<Record<SchemaKind, string>> = {
	plain: ["-- Readings of devices, in PostgreSQL 12 or later.", months, sensors, monthFunction(makeMonth), others].join("\n"),
	timescaledb: [
		"-- Readings of devices, in TimescaleDB. This variant was not tried: no TimescaleDB was at hand.", "CREATE EXTENSION IF NOT EXISTS timescaledb;", `${readings};`,
		"SELECT create_hypertable('readings', 'at', chunk_time_interval => interval '7 days', if_not_exists => true);\n",
		monthFunction("BEGIN\n\t-- TimescaleDB makes its own.\nEND"), others
	].join("\n"),
	citus: [
		"-- Readings of devices, in Citus. This variant was not tried: no Citus was at hand.", "CREATE EXTENSION IF NOT EXISTS citus;", months, sensors, others,
		"SELECT create_distributed_table('readings', 'device');",
		"SELECT create_distributed_table('readings_untaken', 'device', colocate_with => 'readings');\n",
		monthFunction(`BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('records_month', 0));
	-- Fails while readings_default has readings of the month: move them by hand.
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF readings FOR VALUES FROM (%L) TO (%L)', 'readings_' || to_char(month, 'YYYY_MM'),
		month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
END`)
	].join("\n")
};

/** The SQL that makes the tables where they are missing. */
export function schemaOf(kind: SchemaKind): string {
	return schemas[kind];
}
