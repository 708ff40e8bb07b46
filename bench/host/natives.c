/* The global classes of the measuring host: made of natives, as the SDK makes them of classes in JavaScript. */
#include "host.h"

/* host.bytecode(path): bytes of bytecode; of symbols with a second argument that is true. */
static void bytecode(xsMachine* the)
{
	int code, symbols;
	modulesMeasure(the, xsmcToString(xsArg(0)), &code, &symbols);
	xsmcSetInteger(xsResult, xsmcArgc > 1 && xsmcToBoolean(xsArg(1)) ? symbols : code);
}

/* host.now(): milliseconds. */
static void now(xsMachine* the)
{
	xsmcSetNumber(xsResult, hostNow());
}

/* host.timers(): timers that will be called. */
static void timers(xsMachine* the)
{
	xsmcSetInteger(xsResult, timerPending());
}

/* host.sockets(): sockets that are not closed. */
static void sockets(xsMachine* the)
{
	xsmcSetInteger(xsResult, tcpOpen());
}

void nativesInstall(xsMachine* the)
{
	hostClass(the, "Preference", NULL, "get", xs_preference_get, "set", xs_preference_set, "delete", xs_preference_delete, NULL);
	hostClass(the, "flash", NULL, "read", partitionRead, "write", partitionWrite, "eraseBlock", partitionErase, NULL);
	hostClass(the, "host", NULL, "sample", hostSample, "collect", hostCollect, "collecting", hostCollecting, "print", hostPrint,
		"exit", hostExit, "facts", hostFacts, "bytecode", bytecode, "now", now, "timers", timers, "sockets", sockets,
		"profile", hostProfile, "profiled", hostProfiled, "census", hostCensus, "track", hostTrack, "tracked", hostTracked, NULL);
}
