#include "xsAll.h"

/* host.settings(): the text that the run was given; it lies outside of the heap. */
void hostSettings(txMachine* the)
{
	txString text = getenv("BENCH_SETTINGS");
	fxStringX(the, mxResult, text ? text : "{}");
}
