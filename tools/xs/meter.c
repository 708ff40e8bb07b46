
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

/* Each turn is metered from 0. */
txUnsigned fxEndTurn(txMachine* the)
{
	earlierTurns += the->meterIndex;
	return the->meterIndex;
}

static void take(txMachine* the, txInteger* values)
{
	values[countedSlots] = the->currentHeapCount;
	values[countedBytes] = the->currentChunksSize;
	values[countedComputrons] = (txInteger)(earlierTurns + the->meterIndex);
}

static void begin(txMachine* the)
{
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
}

/*
 * currentMeterLimit(1), (-1): a stand-in begins, ends; (-2): ends, and what it has allocated is the app's.
 * (0): behind a collection, what stand-ins have left behind is gone.
 * (buffer, sockets): fills the buffer with the counters in the order of bench/sdk/app/machine-counters.c; 0 for those that are not here.
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
	take(the, now);
	for (int i = 0; i < counted; i++)
		now[i] -= standIns[i];
	_xsmcGetBuffer(the, mxArgv(0), &data, &length, 1);
	txInteger values[] = { now[countedSlots], now[countedBytes], 0, 0, 0, now[countedComputrons], 0, the->keyIndex, fxToInteger(the, mxArgv(1)) };
	c_memset(data, 0, length);
	c_memcpy(data, values, length < sizeof(values) ? length : sizeof(values));
}
