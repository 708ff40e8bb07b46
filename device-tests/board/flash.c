/* Partitions of NOR flash (board.h): a program clears bits, an erase sets all those of a block. */
#include "esp_partition.h"
#include "board.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	blockSize = 4096,
	erased = 0xff,
	unit = 16,
};

/* What is in a partition's file of counters, 32 bits each; device-tests/host/board-flash.ts reads it. */
enum {
	programs,
	reads,
	faults, /* programs that wanted to set a bit */
	erases, /* of the first block; those of the others behind it */
};

static esp_partition_t partitions[] = {
	{ .label = "storage" }, /* littlefs's */
	{ .label = "outbox" }, /* raw flash */
};

enum { partitionCount = sizeof(partitions) / sizeof(partitions[0]) };

static long operations; /* programs and erases since the app was started */
static long cutAt; /* which of them the power fails in */
static long isEncrypted;
static uint32_t chance;

long boardNumber(const char *name, long otherwise)
{
	const char *text = getenv(name);
	return text && *text ? strtol(text, NULL, 10) : otherwise;
}

void *boardMap(const char *name, size_t size, int fill)
{
	struct stat status;
	int file = open(name, O_RDWR | O_CREAT, 0600);
	int isNew = (file >= 0) && !fstat(file, &status) && (0 == status.st_size);
	void *bytes = (file >= 0) && !ftruncate(file, (off_t)size) ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
	if (MAP_FAILED == bytes) {
		perror(name);
		abort();
	}
	close(file);
	if (isNew)
		memset(bytes, fill, size);
	return bytes;
}

void boardCut(void)
{
	fflush(stdout);
	kill(getpid(), SIGKILL);
	for (;;)
		pause();
}

static void use(esp_partition_t *partition)
{
	char name[32];
	uint32_t blocks = (uint32_t)boardNumber("BOARD_BLOCKS", 16);
	snprintf(name, sizeof(name), "%s.flash", partition->label);
	partition->size = blocks * blockSize;
	partition->erase_size = blockSize;
	partition->bytes = boardMap(name, partition->size, erased);
	snprintf(name, sizeof(name), "%s.counters", partition->label);
	partition->counters = boardMap(name, (erases + blocks) * sizeof(uint32_t), 0);
	chance = (uint32_t)boardNumber("BOARD_SEED", 1) | 1;
	cutAt = boardNumber("BOARD_CUT", 0);
	isEncrypted = boardNumber("BOARD_ENCRYPTED", 0);
}

static uint32_t below(uint32_t limit)
{
	chance ^= chance << 13;
	chance ^= chance >> 17;
	chance ^= chance << 5;
	return chance % limit;
}

/* Whether the power fails in the operation that begins now. */
static int isCut(void)
{
	return ++operations == cutAt;
}

/* What is to be changed of a byte so that an encrypted flash holds it. */
static uint8_t key(size_t offset)
{
	return isEncrypted ? (uint8_t)((offset + 1) * 2654435761u >> 13) : 0;
}

const esp_partition_t *esp_partition_find_first(int type, int subtype, const char *label)
{
	(void)subtype;
	for (int i = 0; (ESP_PARTITION_TYPE_DATA == type) && label && (i < partitionCount); i++) {
		esp_partition_t *partition = &partitions[i];
		if (strcmp(partition->label, label))
			continue;
		if (!partition->bytes)
			use(partition);
		return partition;
	}
	return NULL;
}

esp_err_t esp_partition_read(const esp_partition_t *partition, size_t offset, void *target, size_t size)
{
	if ((offset > partition->size) || (size > partition->size - offset))
		return ESP_ERR_INVALID_SIZE;
	partition->counters[reads]++;
	for (size_t i = 0; i < size; i++)
		((uint8_t *)target)[i] = partition->bytes[offset + i] ^ key(offset + i);
	return ESP_OK;
}

esp_err_t esp_partition_write(const esp_partition_t *partition, size_t offset, const void *data, size_t size)
{
	if ((offset > partition->size) || (size > partition->size - offset) || (isEncrypted && ((offset | size) % unit)))
		return ESP_ERR_INVALID_SIZE;
	int cut = isCut();
	size_t end = cut ? below((uint32_t)size + 1) : size;
	int isFault = 0;
	partition->counters[programs]++;
	for (size_t i = 0; i < end; i++) {
		uint8_t *byte = &partition->bytes[offset + i];
		uint8_t value = ((const uint8_t *)data)[i] ^ key(offset + i);
		isFault |= value & ~*byte;
		*byte &= value;
	}
	if (isFault)
		partition->counters[faults]++;
	if (cut) {
		/* of the byte behind, some bits */
		if (end < size)
			partition->bytes[offset + end] &= (((const uint8_t *)data)[end] ^ key(offset + end)) | below(256);
		boardCut();
	}
	return ESP_OK;
}

esp_err_t esp_partition_erase_range(const esp_partition_t *partition, size_t offset, size_t size)
{
	if ((offset > partition->size) || (size > partition->size - offset) || ((offset | size) % blockSize))
		return ESP_ERR_INVALID_SIZE;
	for (size_t at = offset; at < offset + size; at += blockSize) {
		partition->counters[erases + at / blockSize]++;
		if (isCut()) {
			/* stretches are erased, as before, or noise */
			for (size_t from = 0, to, what; from < blockSize; from = to) {
				to = from + 1 + below((uint32_t)(blockSize - from));
				what = below(3);
				for (size_t i = from; (what < 2) && (i < to); i++)
					partition->bytes[at + i] = what ? below(256) : erased;
			}
			boardCut();
		}
		memset(partition->bytes + at, erased, blockSize);
	}
	return ESP_OK;
}

esp_partition_iterator_t esp_partition_find(int type, int subtype, const char *label)
{
	(void)type, (void)subtype, (void)label;
	return partitions;
}

const esp_partition_t *esp_partition_get(esp_partition_iterator_t iterator)
{
	return iterator;
}

esp_partition_iterator_t esp_partition_next(esp_partition_iterator_t iterator)
{
	return iterator + 1 < partitions + partitionCount ? iterator + 1 : NULL;
}

void esp_partition_iterator_release(esp_partition_iterator_t iterator)
{
	(void)iterator;
}
