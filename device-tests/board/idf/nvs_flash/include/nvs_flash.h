/* What the SDK's preferences for ESP32 use of ESP-IDF's header of this name; nvs.c has it. */
#pragma once
#include "esp_partition.h"

enum {
	ESP_ERR_NVS_NOT_FOUND = 0x1102,
	ESP_ERR_NVS_NOT_ENOUGH_SPACE = 0x1105,
	ESP_ERR_NVS_KEY_TOO_LONG = 0x1109,
	ESP_ERR_NVS_INVALID_LENGTH = 0x110c,
	ESP_ERR_NVS_VALUE_TOO_LONG = 0x110e,
};

enum { NVS_READONLY, NVS_READWRITE };

#define NVS_DEFAULT_PART_NAME "nvs"
#define NVS_TYPE_ANY 0xff

typedef uint32_t nvs_handle;
typedef struct nvs_entry *nvs_iterator_t;
typedef struct {
	char key[16];
} nvs_entry_info_t;

esp_err_t nvs_open(const char *space, int mode, nvs_handle *handle);
void nvs_close(nvs_handle handle);
esp_err_t nvs_commit(nvs_handle handle);
esp_err_t nvs_erase_key(nvs_handle handle, const char *key);

esp_err_t nvs_set_u8(nvs_handle handle, const char *key, uint8_t value);
esp_err_t nvs_set_i32(nvs_handle handle, const char *key, int32_t value);
esp_err_t nvs_set_str(nvs_handle handle, const char *key, const char *value);
esp_err_t nvs_set_blob(nvs_handle handle, const char *key, const void *value, size_t length);

esp_err_t nvs_get_u8(nvs_handle handle, const char *key, uint8_t *value);
esp_err_t nvs_get_i32(nvs_handle handle, const char *key, int32_t *value);
esp_err_t nvs_get_str(nvs_handle handle, const char *key, char *value, size_t *length);
esp_err_t nvs_get_blob(nvs_handle handle, const char *key, void *value, size_t *length);

esp_err_t nvs_entry_find(const char *partition, const char *space, int type, nvs_iterator_t *iterator);
void nvs_entry_info(nvs_iterator_t iterator, nvs_entry_info_t *info);
esp_err_t nvs_entry_next(nvs_iterator_t *iterator);
void nvs_release_iterator(nvs_iterator_t iterator);
