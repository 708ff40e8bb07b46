
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS
#endif

/*
 * What the worker counts beside turns and slots. It stands behind the engine's xsnapPlatform.c, and what it is called by is put into
 * xsnap-worker.c, when the worker is compiled (install.ts). What the stand-ins for the SDK's modules allocate and work is left out.
 */
extern txInteger _xsmcGetBuffer(txMachine* the, txSlot* slot, void** data, txUnsigned* length, txBoolean writable);

enum { countedSlots, countedBytes, countedComputrons, counted };

static txU4 earlierTurns = 0;
static txInteger standIns[counted], begun[counted];
/* How many stand-ins are at work, one within another. */
static int depth = 0;
/* The processor's instructions that callgrind has counted up to the last sample, and how many dumps it has written of them. */
static txU8 instructions = 0;
static int dumps = 0;

/* callgrind counts what runs while the app does; it begins with nothing. */
static void countInstructions(int on)
{
	static int isOn = 0;
	if (isOn != on) {
		CALLGRIND_TOGGLE_COLLECT;
		isOn = on;
	}
}

/* Each turn is metered from 0. */
txUnsigned fxEndTurn(txMachine* the)
{
	countInstructions(0);
	earlierTurns += the->meterIndex;
	return the->meterIndex;
}

/* callgrind tells its count in a file alone: the path that CALLGRIND_DUMPS begins, and a number. */
static void takeInstructions()
{
	char text[1024];
	unsigned long long since;
	if (!RUNNING_ON_VALGRIND)
		return;
	CALLGRIND_DUMP_STATS;
	snprintf(text, sizeof(text), "%s.%d", getenv("CALLGRIND_DUMPS"), ++dumps);
	FILE* dump = fopen(text, "r");
	while (dump && fgets(text, sizeof(text), dump)) {
		if (sscanf(text, "summary: %llu", &since) == 1)
			instructions += since;
	}
	if (dump)
		fclose(dump);
}

static void take(txMachine* the, txInteger* values)
{
	values[countedSlots] = the->currentHeapCount;
	values[countedBytes] = the->currentChunksSize;
	values[countedComputrons] = (txInteger)(earlierTurns + the->meterIndex);
}

static void begin(txMachine* the)
{
	countInstructions(0);
	if (depth++ == 0)
		take(the, begun);
}

static void end(txMachine* the, txInteger first)
{
	txInteger now[counted];
	if (--depth > 0)
		return;
	take(the, now);
	for (int i = first; i < counted; i++)
		standIns[i] += now[i] - begun[i];
	countInstructions(1);
}

/*
 * currentMeterLimit(1), (-1): a stand-in begins, ends; (-2): ends, and what it has allocated is the app's.
 * (0): behind a collection, what stand-ins have left behind is gone.
 * (buffer, sockets): fills the buffer with the counters in the order of bench/sdk/app/machine-counters.c; 0 for those that are not here.
 * Behind them, the halves of the number of instructions, the lower one first; 0 without callgrind.
 */
void fxCount(txMachine* the)
{
	txInteger now[counted];
	void* data;
	txUnsigned length;
	if (mxArgv(0)->kind == XS_INTEGER_KIND) {
		switch (mxArgv(0)->value.integer) {
		case 1: return begin(the);
		case -1: return end(the, 0);
		case -2: return end(the, countedComputrons);
		default:
			standIns[countedSlots] = standIns[countedBytes] = 0;
			return;
		}
	}
	countInstructions(0);
	takeInstructions();
	take(the, now);
	for (int i = 0; i < counted; i++)
		now[i] -= standIns[i];
	_xsmcGetBuffer(the, mxArgv(0), &data, &length, 1);
	txInteger values[] = { now[countedSlots], now[countedBytes], 0, 0, 0, now[countedComputrons], 0, the->keyIndex, fxToInteger(the, mxArgv(1)), 0, 0, 0, 0, (txInteger)instructions, (txInteger)(instructions >> 32) };
	c_memset(data, 0, length);
	c_memcpy(data, values, length < sizeof(values) ? length : sizeof(values));
	countInstructions(1);
}
