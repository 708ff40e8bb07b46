/*
 * Who owns what on the heap: each slot and each chunk is counted once, for the object that it is a part of. So the sums are
 * the machine's own totals.
 */
#include "census.h"

typedef struct {
	char name[48];
	txInteger objects;
	txInteger slots;
	txInteger bytes;
} Row;

#define ROWS 128

static Row rows[ROWS];
static int rowCount;

static Row* rowOf(const char* name)
{
	for (int i = 0; i < rowCount; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	if (rowCount == ROWS) {
		fprintf(stderr, "more than %d kinds of objects\n", ROWS);
		_Exit(70);
	}
	Row* row = &rows[rowCount++];
	memset(row, 0, sizeof(Row));
	snprintf(row->name, sizeof(row->name), "%s", name);
	return row;
}

static void tell(const char* kind)
{
	for (int i = 0; i < rowCount; i++)
		printf("{\"%s\":{\"name\":\"%s\",\"objects\":%d,\"slots\":%d,\"bytes\":%d}}\n", kind, rows[i].name, (int)rows[i].objects, (int)rows[i].slots, (int)rows[i].bytes);
	rowCount = 0;
}

/* host.census(): prints what is live after a collection, by the kind of its owner. The sums have to be the machine's totals. */
void hostCensus(txMachine* the)
{
	txInteger slotSum = 0, byteSum = 0;
	ownersFind(the);
	for (int i = 0; i < slotCount; i++) {
		if (slots[i].free)
			continue;
		Row* row = rowOf(nameOf(the, slots[i].owner));
		row->slots++;
		row->objects += slots[i].owner == slots[i].slot;
		slotSum++;
	}
	for (int i = 0; i < chunkCount; i++) {
		rowOf(nameOf(the, chunks[i].owner))->bytes += chunks[i].size;
		byteSum += chunks[i].size;
	}
	if (slotSum != the->currentHeapCount || byteSum != the->currentChunksSize) {
		fprintf(stderr, "counted %d slots and %d bytes of %d and %d\n", (int)slotSum, (int)byteSum, (int)the->currentHeapCount, (int)the->currentChunksSize);
		_Exit(70);
	}
	tell("census");
}

static txSlot** pool;
static int pooled;
static txByte* firstNew;

/* host.track(): from now on, with the collector off, slots are taken from the pool in its order, chunks from the block's end. */
void hostTrack(txMachine* the)
{
	pooled = 0;
	for (txSlot* slot = the->freeHeap; slot; slot = slot->next)
		pooled++;
	pool = realloc(pool, pooled * sizeof(txSlot*));
	pooled = 0;
	for (txSlot* slot = the->freeHeap; slot; slot = slot->next)
		pool[pooled++] = slot;
	firstNew = the->firstBlock->current;
}

/* Chunks that no slot of the heap refers to: texts that were made and dropped, told by how they begin. */
static const char* textOf(txByte* data)
{
	static char text[48];
	int length = snprintf(text, sizeof(text), "text `");
	for (; *data >= ' ' && *data <= '~' && *data != '"' && *data != '`' && *data != '\\' && *data != '|' && length < 24; data++)
		text[length++] = *data;
	if (length == 6)
		return "other bytes";
	strcpy(text + length, "`");
	return text;
}

/* host.tracked(): prints what has been allocated since `track`, in the order in which the first of a kind was. */
void hostTracked(txMachine* the)
{
	ownersFind(the);
	for (int i = 0; i < pooled && pool[i] != the->freeHeap; i++) {
		Slot* slot = slotAt(pool[i]);
		Row* row = rowOf(nameOf(the, slot->owner));
		row->slots++;
		row->objects += slot->owner == slot->slot;
	}
	for (int i = 0; i < chunkCount; i++) {
		if (chunks[i].data < firstNew)
			continue;
		Row* row = rowOf(chunks[i].owner ? nameOf(the, chunks[i].owner) : textOf(chunks[i].data));
		row->bytes += chunks[i].size;
		row->objects += chunks[i].owner == NULL;
	}
	tell("tracked");
}
