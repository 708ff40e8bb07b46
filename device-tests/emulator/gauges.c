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
/* Slots in a row that a frame never leaves untouched. */
#define GAP 24

void xs_gauges_fill(xsMachine *the)
{
	uint32_t *end = (uint32_t *)(the->stack - OWN);
	for (uint32_t *each = (uint32_t *)the->stackBottom; each < end; each++)
		*each = UNTOUCHED;
}

/* From the present end of the stack down to where nothing has touched it. XS' regular expressions work at the other end of it. */
void xs_gauges_left(xsMachine *the)
{
	xsSlot *deepest = the->stack - OWN;
	for (xsSlot *each = deepest; each > the->stackBottom && deepest - each < GAP;) {
		each--;
		for (uint32_t *word = (uint32_t *)each; word < (uint32_t *)(each + 1); word++) {
			if (UNTOUCHED != *word) {
				deepest = each;
				break;
			}
		}
	}
	xsmcSetInteger(xsResult, deepest - the->stackBottom);
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
