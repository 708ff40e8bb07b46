/*
 * A partition of flash in RAM of C, as natives of the global `flash`: like the SDK's they copy bytes at no price to the
 * engine, which bills what a script copies.
 */
#include "xsAll.h"

extern txInteger _xsmcGetBuffer(txMachine* the, txSlot* slot, void** data, txUnsigned* length, txBoolean writable);

#define BLOCK 4096
#define BLOCKS 16

static txU1 flash[BLOCKS * BLOCK];
static int begun = 0;

/* Where the bytes at the offset begin that is a call's second argument; a RangeError for those that the partition has not. */
static txU1* place(txMachine* the, txUnsigned length)
{
	txInteger at = fxToInteger(the, mxArgv(1));
	if (!begun)
		c_memset(flash, 255, sizeof(flash));
	begun = 1;
	if (at < 0 || (txUnsigned)at > sizeof(flash) || length > sizeof(flash) - at)
		mxRangeError("not in the partition");
	return flash + at;
}

/* flash.read(target, byteOffset) */
void partitionRead(txMachine* the)
{
	void* data;
	txUnsigned length;
	_xsmcGetBuffer(the, mxArgv(0), &data, &length, 1);
	c_memcpy(data, place(the, length), length);
}

/* flash.write(data, byteOffset): bits only fall, as those of flash do. */
void partitionWrite(txMachine* the)
{
	void* data;
	txUnsigned length;
	_xsmcGetBuffer(the, mxArgv(0), &data, &length, 0);
	txU1* to = place(the, length);
	for (txUnsigned at = 0; at < length; at++)
		to[at] &= ((txU1*)data)[at];
}

/* flash.eraseBlock(block) */
void partitionErase(txMachine* the)
{
	txInteger block = fxToInteger(the, mxArgv(0));
	if (block < 0 || block >= BLOCKS)
		mxRangeError("not in the partition");
	if (!begun)
		c_memset(flash, 255, sizeof(flash));
	begun = 1;
	c_memset(flash + block * BLOCK, 255, BLOCK);
}
