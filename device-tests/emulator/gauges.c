/* What only the machine itself can tell: how deep its stack has been, and how little memory has been left. */
#include "xsmc.h"
#include "xsHost.h"
#include "mc.xs.h"

#include "esp_heap_caps.h"
#include "esp_system.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

#define UNTOUCHED 0x5A5A5A5AU
/* Slots below the present end of the stack that this module itself may use. */
#define OWN 8

void xs_gauges_fill(xsMachine *the)
{
	uint32_t *end = (uint32_t *)(the->stack - OWN);
	for (uint32_t *each = (uint32_t *)the->stackBottom; each < end; each++)
		*each = UNTOUCHED;
}

void xs_gauges_left(xsMachine *the)
{
	uint32_t *begin = (uint32_t *)the->stackBottom;
	uint32_t *each = begin;
	while (UNTOUCHED == *each)
		each++;
	xsmcSetInteger(xsResult, (each - begin) * sizeof(uint32_t) / sizeof(xsSlot));
}

void xs_gauges_slots(xsMachine *the)
{
	xsmcSetInteger(xsResult, the->stackTop - the->stackBottom);
}

void xs_gauges_heap(xsMachine *the)
{
	xsmcSetInteger(xsResult, esp_get_free_heap_size());
}

void xs_gauges_least(xsMachine *the)
{
	xsmcSetInteger(xsResult, esp_get_minimum_free_heap_size());
}

void xs_gauges_task(xsMachine *the)
{
	xsmcSetInteger(xsResult, uxTaskGetStackHighWaterMark(NULL));
}

void xs_gauges_time(xsMachine *the)
{
	xsmcSetInteger(xsResult, esp_timer_get_time() / 1000);
}
