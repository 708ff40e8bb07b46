/* The SDK's files as it builds them for ESP32. Without the second name it would keep them in RAM. */
#define ESP32 1
#define __ets__ 1
#include "files-littlefs.c"
