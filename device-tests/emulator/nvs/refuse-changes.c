/*
 * Stands between ESP-IDF and the driver of the flash chip: what would change NVS fails. It runs while code in flash can't be
 * read. The SDK's paths don't lead to the headers of drivers, so that their functions are found in the table by address.
 */
#include "xsmc.h"
#include "xsHost.h"
#include "mc.xs.h"

#include "esp_attr.h"
#include "esp_partition.h"

/* Words of the table of a driver's functions, and more. */
#define TABLE 64

typedef struct {
	void *host;
	const uint32_t *driver;
} Chip;

extern Chip *esp_flash_default_chip;
extern esp_err_t spi_flash_chip_generic_erase_sector(Chip *chip, uint32_t address);
extern esp_err_t spi_flash_chip_winbond_erase_sector(Chip *chip, uint32_t address);
extern esp_err_t spi_flash_chip_generic_write(Chip *chip, const void *buffer, uint32_t address, uint32_t length);

static DRAM_ATTR uint32_t gDriver[TABLE];
static DRAM_ATTR uint32_t gBegin, gEnd;
static DRAM_ATTR esp_err_t (*gErase)(Chip *chip, uint32_t address);

static esp_err_t IRAM_ATTR erase(Chip *chip, uint32_t address)
{
	return address >= gBegin && address < gEnd ? ESP_FAIL : gErase(chip, address);
}

static esp_err_t IRAM_ATTR write(Chip *chip, const void *buffer, uint32_t address, uint32_t length)
{
	return address >= gBegin && address < gEnd ? ESP_FAIL : spi_flash_chip_generic_write(chip, buffer, address, length);
}

void xs_refuse_changes(xsMachine *the)
{
	const esp_partition_t *nvs = esp_partition_find_first(ESP_PARTITION_TYPE_DATA, ESP_PARTITION_SUBTYPE_DATA_NVS, NULL);
	Chip *chip = esp_flash_default_chip;
	int found = 0;
	if (!nvs)
		xsUnknownError("no NVS");
	gBegin = nvs->address;
	gEnd = nvs->address + nvs->size;
	for (int each = 0; each < TABLE; each++) {
		gDriver[each] = chip->driver[each];
		if ((uint32_t)spi_flash_chip_generic_erase_sector == gDriver[each] || (uint32_t)spi_flash_chip_winbond_erase_sector == gDriver[each]) {
			gErase = (esp_err_t (*)(Chip *, uint32_t))gDriver[each];
			gDriver[each] = (uint32_t)erase;
			found |= 1;
		}
		else if ((uint32_t)spi_flash_chip_generic_write == gDriver[each]) {
			gDriver[each] = (uint32_t)write;
			found |= 2;
		}
	}
	if (3 != found)
		xsUnknownError("the driver of the flash chip is another one");
	chip->driver = gDriver;
}
