/* Preferences (board.h): as in ESP-IDF each change is made or not, wherever the power fails. */
#include "nvs_flash/include/nvs_flash.h"
#include "board.h"

#include <string.h>

enum {
	entryCount = 126, /* of a page of NVS */
	spaceCount = 16,
	nameSize = 16,
	valueSize = 4000,
};

enum { unused, typeU8, typeI32, typeString, typeBlob };

struct nvs_entry {
	char space[nameSize];
	char key[nameSize];
	uint32_t length;
	uint8_t value[valueSize];
	volatile uint8_t type; /* the last that is written: with it the entry is there */
};

static struct nvs_entry *entries;
static char spaces[spaceCount][nameSize]; /* of open handles, which are their indexes from 1 */
static long changes;

static void use(void)
{
	if (!entries)
		entries = boardMap("nvs", entryCount * sizeof(struct nvs_entry), 0);
}

static void change(struct nvs_entry *entry, uint8_t type)
{
	if (++changes == boardNumber("BOARD_NVS_CUT", 0))
		boardCut();
	entry->type = type;
}

static struct nvs_entry *find(const char *space, const char *key)
{
	for (struct nvs_entry *entry = entries; entry < entries + entryCount; entry++) {
		if ((unused != entry->type) && !strcmp(entry->space, space) && (!key || !strcmp(entry->key, key)))
			return entry;
	}
	return NULL;
}

esp_err_t nvs_open(const char *space, int mode, nvs_handle *handle)
{
	use();
	if (strlen(space) >= nameSize)
		return ESP_ERR_NVS_KEY_TOO_LONG;
	if ((NVS_READONLY == mode) && !find(space, NULL))
		return ESP_ERR_NVS_NOT_FOUND;
	for (int i = 0; i < spaceCount; i++) {
		if (!spaces[i][0]) {
			strcpy(spaces[i], space);
			*handle = i + 1;
			return ESP_OK;
		}
	}
	return ESP_FAIL;
}

void nvs_close(nvs_handle handle)
{
	spaces[handle - 1][0] = 0;
}

esp_err_t nvs_commit(nvs_handle handle)
{
	(void)handle;
	return ESP_OK;
}

esp_err_t nvs_erase_key(nvs_handle handle, const char *key)
{
	struct nvs_entry *entry = find(spaces[handle - 1], key);
	if (!entry)
		return ESP_ERR_NVS_NOT_FOUND;
	change(entry, unused);
	return ESP_OK;
}

static esp_err_t set(nvs_handle handle, const char *key, uint8_t type, const void *value, size_t length)
{
	struct nvs_entry *old = find(spaces[handle - 1], key), *entry = entries;
	if (strlen(key) >= nameSize)
		return ESP_ERR_NVS_KEY_TOO_LONG;
	if (length > valueSize)
		return ESP_ERR_NVS_VALUE_TOO_LONG;
	while ((entry < entries + entryCount) && (unused != entry->type))
		entry++;
	if (entry == entries + entryCount)
		return ESP_ERR_NVS_NOT_ENOUGH_SPACE;
	strcpy(entry->space, spaces[handle - 1]);
	strcpy(entry->key, key);
	memcpy(entry->value, value, length);
	entry->length = (uint32_t)length;
	change(entry, type);
	if (old)
		old->type = unused;
	return ESP_OK;
}

esp_err_t nvs_set_u8(nvs_handle handle, const char *key, uint8_t value)
{
	return set(handle, key, typeU8, &value, sizeof(value));
}

esp_err_t nvs_set_i32(nvs_handle handle, const char *key, int32_t value)
{
	return set(handle, key, typeI32, &value, sizeof(value));
}

esp_err_t nvs_set_str(nvs_handle handle, const char *key, const char *value)
{
	return set(handle, key, typeString, value, strlen(value) + 1);
}

esp_err_t nvs_set_blob(nvs_handle handle, const char *key, const void *value, size_t length)
{
	return set(handle, key, typeBlob, value, length);
}

static esp_err_t get(nvs_handle handle, const char *key, uint8_t type, void *value, size_t *length)
{
	struct nvs_entry *entry = find(spaces[handle - 1], key);
	if (!entry || (type != entry->type))
		return ESP_ERR_NVS_NOT_FOUND;
	if (value && (*length < entry->length))
		return ESP_ERR_NVS_INVALID_LENGTH;
	*length = entry->length;
	if (value)
		memcpy(value, entry->value, entry->length);
	return ESP_OK;
}

esp_err_t nvs_get_u8(nvs_handle handle, const char *key, uint8_t *value)
{
	size_t length = sizeof(*value);
	return get(handle, key, typeU8, value, &length);
}

esp_err_t nvs_get_i32(nvs_handle handle, const char *key, int32_t *value)
{
	size_t length = sizeof(*value);
	return get(handle, key, typeI32, value, &length);
}

esp_err_t nvs_get_str(nvs_handle handle, const char *key, char *value, size_t *length)
{
	return get(handle, key, typeString, value, length);
}

esp_err_t nvs_get_blob(nvs_handle handle, const char *key, void *value, size_t *length)
{
	return get(handle, key, typeBlob, value, length);
}

/* Goes to the first entry of a name space from one on. */
static esp_err_t seek(nvs_iterator_t *iterator, struct nvs_entry *entry, const char *space)
{
	while ((entry < entries + entryCount) && ((unused == entry->type) || strcmp(entry->space, space)))
		entry++;
	*iterator = entry < entries + entryCount ? entry : NULL;
	return *iterator ? ESP_OK : ESP_ERR_NVS_NOT_FOUND;
}

esp_err_t nvs_entry_find(const char *partition, const char *space, int type, nvs_iterator_t *iterator)
{
	(void)partition, (void)type;
	use();
	return seek(iterator, entries, space);
}

void nvs_entry_info(nvs_iterator_t iterator, nvs_entry_info_t *info)
{
	strcpy(info->key, iterator->key);
}

esp_err_t nvs_entry_next(nvs_iterator_t *iterator)
{
	return seek(iterator, *iterator + 1, (*iterator)->space);
}

void nvs_release_iterator(nvs_iterator_t iterator)
{
	(void)iterator;
}
