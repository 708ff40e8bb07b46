/* Promise jobs, and what happens when the engine gives up. */
#include "xsAll.h"

void fxQueuePromiseJobs(txMachine* the)
{
	the->promiseJobs = 1;
}

void jobsRun(txMachine* the)
{
	while (the->promiseJobs) {
		the->promiseJobs = 0;
		fxRunPromiseJobs(the);
	}
	fxEndJob(the);
	fxCheckUnhandledRejections(the, 1);
}

/* Ends the host with the engine's number for the reason: 1 is "memory full", 2 "stack overflow" (xsCommon.h). */
void fxAbort(txMachine* the, int status)
{
	const char* text = "";
	if (status == XS_UNHANDLED_EXCEPTION_EXIT || status == XS_UNHANDLED_REJECTION_EXIT)
		text = fxToString(the, &mxException);
	fprintf(stderr, "XS aborts with status %d %s\n", status, text);
	fflush(stdout);
	_Exit(status);
}
