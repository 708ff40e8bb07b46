/* Owners of slots and chunks, as owners.c finds them. */
#ifndef BENCH_CENSUS_H
#define BENCH_CENSUS_H

#include "xsAll.h"

/* A slot of the heap; its owner is an instance, or the slot itself where it belongs to none. */
typedef struct {
	txSlot* slot;
	txSlot* owner;
	bool free;
} Slot;

/* A chunk; without an owner no slot of the heap refers to it. */
typedef struct {
	txByte* data;
	txSize size;
	txSlot* owner;
} Chunk;

extern Slot* slots;
extern int slotCount;
extern Chunk* chunks;
extern int chunkCount;

/* Looks at the whole heap anew. */
extern void ownersFind(txMachine* the);

extern Slot* slotAt(txSlot* slot);

/* names.c: what kind of object an owner is: its class, by the name that its module gives it, or what the engine has it for. */
extern const char* nameOf(txMachine* the, txSlot* owner);

#endif
