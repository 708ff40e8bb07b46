/* What the SDK's C for ESP32 uses of ESP-IDF's header of this name; flash.c has it. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef int esp_err_t;

enum {
	ESP_OK = 0,
	ESP_FAIL = -1,
	ESP_ERR_INVALID_SIZE = 0x104,
};

enum {
	ESP_PARTITION_TYPE_DATA = 1,
	ESP_PARTITION_TYPE_ANY = 0xff,
	ESP_PARTITION_SUBTYPE_ANY = 0xff,
};

typedef struct {
	uint32_t size; /* bytes */
	uint32_t erase_size;
	char label[17];
	uint8_t *bytes; /* of the file that it is */
	uint32_t *counters;
} esp_partition_t;

typedef const esp_partition_t *esp_partition_iterator_t;

const esp_partition_t *esp_partition_find_first(int type, int subtype, const char *label);
esp_err_t esp_partition_read(const esp_partition_t *partition, size_t offset, void *target, size_t size);
esp_err_t esp_partition_write(const esp_partition_t *partition, size_t offset, const void *data, size_t size);
esp_err_t esp_partition_erase_range(const esp_partition_t *partition, size_t offset, size_t size);

esp_partition_iterator_t esp_partition_find(int type, int subtype, const char *label);
const esp_partition_t *esp_partition_get(esp_partition_iterator_t iterator);
esp_partition_iterator_t esp_partition_next(esp_partition_iterator_t iterator);
void esp_partition_iterator_release(esp_partition_iterator_t iterator);
