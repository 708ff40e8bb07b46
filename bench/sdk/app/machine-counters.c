/* The machine's counters, read without allocating anything on it; in an app of the Moddable SDK. */
#include "xsAll.h"

extern int tcpOpened;
extern txInteger _xsmcGetBuffer(txMachine* the, txSlot* slot, void** data, txUnsigned* length, txBoolean writable);

/* The engine's unit of work. Newer engines meter in fractions of it: a native step less than a bytecode, an allocation by its size. */
#ifdef XS_CODE_METERING
#define COMPUTRON XS_CODE_METERING
#else
#define COMPUTRON 1
#endif

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
 * bytes, computrons, collections, keys, sockets opened, deepest stack in slots, slots and chunk bytes reserved, microseconds of CPU.
 */
void hostSample(txMachine* the)
{
	const txU8 meter = the->meterIndex;
	void* data;
	txUnsigned length;
	_xsmcGetBuffer(the, mxArgv(0), &data, &length, 1);
	txInteger values[] = {
		the->currentHeapCount, the->currentChunksSize, chunkCount(the), the->peakHeapCount, the->peakChunksSize,
		(txInteger)(meter / COMPUTRON), the->garbageCollectionCount, the->keyIndex, tcpOpened,
		(txInteger)(the->stackTop - the->stackPeak), the->maximumHeapCount, the->maximumChunksSize,
		(txInteger)(clock() * (1000000.0 / CLOCKS_PER_SEC))
	};
	c_memcpy(data, values, length < sizeof(values) ? length : sizeof(values));
	the->meterIndex = meter;
}

/* host.collect(): a full collection; the peaks start over from what is left. */
void hostCollect(txMachine* the)
{
	fxCollectGarbage(the);
	the->peakHeapCount = the->currentHeapCount;
	the->peakChunksSize = the->currentChunksSize;
	the->stackPeak = the->stack;
}

/* host.collecting(on): with the collector off the heap only grows, so that a difference is what was allocated. */
void hostCollecting(txMachine* the)
{
	fxEnableGarbageCollection(the, fxToBoolean(the, mxArgv(0)));
}

void hostPrint(txMachine* the)
{
	printf("%s\n", fxToString(the, mxArgv(0)));
}

/* host.exit(): ends the process with the status given. */
void hostExit(txMachine* the)
{
	fflush(stdout);
	_Exit(mxArgc > 0 ? fxToInteger(the, mxArgv(0)) : 0);
}
