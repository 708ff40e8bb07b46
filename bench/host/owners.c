/* Finds the owner of each slot and chunk of the heap. */
#include "census.h"

Slot* slots = NULL;
int slotCount = 0;
Chunk* chunks = NULL;
int chunkCount = 0;

static int bySlot(const void* one, const void* other)
{
	txSlot* first = ((const Slot*)one)->slot;
	txSlot* second = ((const Slot*)other)->slot;
	return first < second ? -1 : first > second;
}

/* NULL for a slot that is not on the heap: in flash, or on the stack. */
Slot* slotAt(txSlot* slot)
{
	Slot key = { slot, NULL, false };
	return bsearch(&key, slots, slotCount, sizeof(Slot), bySlot);
}

static int byData(const void* one, const void* other)
{
	txByte* first = ((const Chunk*)one)->data;
	txByte* second = ((const Chunk*)other)->data;
	return first < second ? -1 : first > second;
}

static void take(void* data, txSlot* owner)
{
	Chunk key = { data, 0, NULL };
	Chunk* chunk = data ? bsearch(&key, chunks, chunkCount, sizeof(Chunk), byData) : NULL;
	if (chunk && !chunk->owner)
		chunk->owner = owner;
}

/* The chunks that a slot refers to, as fxMarkReference has them; those of an array's items, too. */
static void takeChunks(txSlot* slot, txSlot* owner)
{
	switch (slot->kind) {
	case XS_STRING_KIND: take(slot->value.string, owner); break;
	case XS_BIGINT_KIND: take(slot->value.bigint.data, owner); break;
	case XS_ARRAY_BUFFER_KIND: take(slot->value.arrayBuffer.address, owner); break;
	case XS_CODE_KIND: take(slot->value.code.address, owner); break;
	case XS_IDS_KIND: take(slot->value.IDs, owner); break;
	case XS_KEY_KIND: take(slot->value.key.string, owner); break;
	case XS_GLOBAL_KIND: case XS_MAP_KIND: case XS_SET_KIND: take(slot->value.table.address, owner); break;
	case XS_REGEXP_KIND:
		take(slot->value.regexp.code, owner);
		take(slot->value.regexp.data, owner);
		break;
	case XS_HOST_KIND:
		if (slot->flag & XS_HOST_CHUNK_FLAG)
			take(slot->value.host.data, owner);
		break;
	case XS_ARGUMENTS_SLOPPY_KIND: case XS_ARGUMENTS_STRICT_KIND: case XS_ARRAY_KIND: case XS_STACK_KIND:
		take(slot->value.array.address, owner);
		for (txIndex i = 0; slot->value.array.address && i < slot->value.array.length; i++)
			takeChunks(slot->value.array.address + i, owner);
		break;
	}
}

/* Slots that hang together by `next` belong to one owner: properties, the entries of a Map. */
static void takeList(txSlot* first, txSlot* owner)
{
	for (; first; first = first->next) {
		Slot* slot = slotAt(first);
		if (!slot || slot->owner)
			return;
		slot->owner = owner;
	}
}

static void findSlots(txMachine* the)
{
	slotCount = 0;
	for (txSlot* heap = the->firstHeap; heap; heap = heap->next)
		slotCount += heap->value.reference - (heap + 1);
	slots = realloc(slots, slotCount * sizeof(Slot));
	slotCount = 0;
	for (txSlot* heap = the->firstHeap; heap; heap = heap->next)
		for (txSlot* slot = heap + 1; slot < heap->value.reference; slot++)
			slots[slotCount++] = (Slot){ slot, NULL, false };
	qsort(slots, slotCount, sizeof(Slot), bySlot);
	for (txSlot* slot = the->freeHeap; slot; slot = slot->next)
		slotAt(slot)->free = true;
}

static void findChunks(txMachine* the)
{
	for (int pass = 0; pass < 2; pass++) {
		chunkCount = 0;
		for (txBlock* block = the->firstBlock; block; block = block->nextBlock) {
			for (txByte* at = (txByte*)block + sizeof(txBlock); at < block->current; chunkCount++) {
				txByte* end = ((txChunk*)at)->temporary;
				if (pass)
					chunks[chunkCount] = (Chunk){ at + sizeof(txChunk), end - at, NULL };
				at = end;
			}
		}
		chunks = realloc(chunks, chunkCount * sizeof(Chunk));
	}
	qsort(chunks, chunkCount, sizeof(Chunk), byData);
}

void ownersFind(txMachine* the)
{
	findSlots(the);
	findChunks(the);
	for (int i = 0; i < slotCount; i++)
		if (!slots[i].free && slots[i].slot->kind == XS_INSTANCE_KIND)
			takeList(slots[i].slot, slots[i].slot);
	for (int i = 0; i < slotCount; i++) {
		txSlot* slot = slots[i].slot;
		if (slots[i].free || !slots[i].owner)
			continue;
		if (slot->kind == XS_CLOSURE_KIND)
			takeList(slot->value.closure, slots[i].owner);
		else if (slot->kind == XS_LIST_KIND)
			takeList(slot->value.list.first, slots[i].owner);
		else if (slot->kind == XS_PRIVATE_KIND)
			takeList(slot->value.private.first, slots[i].owner);
	}
	for (int i = 0; i < slotCount; i++) {
		if (slots[i].free)
			continue;
		if (!slots[i].owner)
			slots[i].owner = slots[i].slot;
		takeChunks(slots[i].slot, slots[i].owner);
	}
}
