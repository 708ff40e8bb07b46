/* The SDK's files as it builds them for ESP32. */
#define ESP32 1
#include "files-littlefs.c"
