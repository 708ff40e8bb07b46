/* The machine's counters, read without allocating anything on it. */
#include "xsAll.h"

extern int tcpOpened;
extern double hostNow(void);
extern void hostClass(txMachine* the, const char* name, txCallback constructor, ...);
extern txInteger _xsmcGetBuffer(txMachine* the, txSlot* slot, void** data, txUnsigned* length, txBoolean writable);
extern void modulesMeasure(txMachine* the, txString text, txInteger* code, txInteger* symbols);

/* Chunks on the heap, used or garbage: each has a header whose size depends on the pointers'. */
static txInteger chunkCount(txMachine* the)
{
	txInteger count = 0;
	for (txBlock* block = the->firstBlock; block; block = block->nextBlock) {
		txByte* at = (txByte*)block + sizeof(txBlock);
		while (at < block->current) {
			count++;
			at = ((txChunk*)at)->temporary;
		}
	}
	return count;
}

/*
 * host.sample(buffer): fills an ArrayBuffer with 32-bit integers: slots in use, chunk bytes in use, chunks, peak of slots, peak of chunk
 * bytes, computrons, collections, keys, sockets opened, deepest stack in slots, slots and chunk bytes reserved.
 */
static void sample(txMachine* the)
{
	txU4 meter = the->meterIndex;
	void* data;
	txUnsigned length;
	_xsmcGetBuffer(the, mxArgv(0), &data, &length, 1);
	txInteger values[] = {
		the->currentHeapCount, the->currentChunksSize, chunkCount(the), the->peakHeapCount, the->peakChunksSize,
		(txInteger)meter, the->garbageCollectionCount, the->keyIndex, tcpOpened,
		(txInteger)(the->stackTop - the->stackPeak), the->maximumHeapCount, the->maximumChunksSize
	};
	c_memcpy(data, values, length < sizeof(values) ? length : sizeof(values));
	the->meterIndex = meter;
}

/* host.collect(): a full collection; the peaks start over from what is left. */
static void collect(txMachine* the)
{
	fxCollectGarbage(the);
	the->peakHeapCount = the->currentHeapCount;
	the->peakChunksSize = the->currentChunksSize;
	the->stackPeak = the->stack;
}

/* host.collecting(on): with the collector off the heap only grows, so that a difference is what was allocated. */
static void collecting(txMachine* the)
{
	fxEnableGarbageCollection(the, fxToBoolean(the, mxArgv(0)));
}

static void print(txMachine* the)
{
	printf("%s\n", fxToString(the, mxArgv(0)));
}

/* host.exit(): ends the process with the status given. */
static void leave(txMachine* the)
{
	fflush(stdout);
	_Exit(mxArgc > 0 ? fxToInteger(the, mxArgv(0)) : 0);
}

/* host.bytecode(text): bytes of bytecode; of symbols with a second argument that is true. */
static void bytecode(txMachine* the)
{
	txInteger code, symbols;
	modulesMeasure(the, fxToString(the, mxArgv(0)), &code, &symbols);
	mxResult->kind = XS_INTEGER_KIND;
	mxResult->value.integer = mxArgc > 1 && fxToBoolean(the, mxArgv(1)) ? symbols : code;
}

/* host.now(): milliseconds. */
static void now(txMachine* the)
{
	mxResult->kind = XS_NUMBER_KIND;
	mxResult->value.number = hostNow();
}

/* host.facts(): engine version and bytes of a slot, as text. */
static void facts(txMachine* the)
{
	char text[64];
	snprintf(text, sizeof(text), "{\"engine\":\"%d.%d.%d\",\"slot\":%d}", XS_MAJOR_VERSION, XS_MINOR_VERSION, XS_PATCH_VERSION, (int)sizeof(txSlot));
	fxString(the, mxResult, text);
}

void countersInstall(txMachine* the)
{
	hostClass(the, "host", NULL, "sample", sample, "collect", collect, "collecting", collecting, "print", print,
		"exit", leave, "bytecode", bytecode, "now", now, "facts", facts, NULL);
}
