#pragma once
#include "esp_partition.h"

/* Nobody updates this board. */
#define esp_ota_get_running_partition() NULL
#define esp_ota_get_next_update_partition(from) NULL
