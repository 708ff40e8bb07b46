/* What makes a shared machine stand for flash. */
#include "xsAll.h"

/*
 * Shares a machine and pins its chunks. The linker of the SDK marks what it puts into flash; a machine shared at run time
 * has the same slots, but its chunks would be taken for chunks of the sharing machine's heap when that is compacted: with
 * no place to move to, they stay.
 */
void flashShare(txMachine* the)
{
	fxShareMachine(the);
	for (txBlock* block = the->firstBlock; block; block = block->nextBlock) {
		txByte* at = (txByte*)block + sizeof(txBlock);
		while (at < block->current) {
			txChunk* chunk = (txChunk*)at;
			at = chunk->temporary;
			chunk->temporary = C_NULL;
		}
	}
}
