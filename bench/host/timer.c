/*
 * Timer as the Moddable SDK has it: set, repeat, schedule, clear. A timer costs the heap what the SDK's costs it: a host
 * object, two slots. The rest is in C.
 */
#include "host.h"

typedef struct Timer {
	struct Timer* next;
	double when;
	double interval;
	bool scheduled;
	bool removed;
	bool due;
	xsSlot* callback;
	xsSlot self;
} Timer;

static Timer* timers = NULL;

static void timerMark(xsMachine* the, void* data, xsMarkRoot markRoot)
{
	Timer* timer = data;
	if (timer && timer->callback)
		(*markRoot)(the, timer->callback);
}

static void timerDestroy(void* data)
{
	Timer* timer = data;
	if (timer)
		timer->removed = true;
}

static const xsHostHooks hooks = { timerDestroy, timerMark, NULL };

static void create(xsMachine* the, double delay, double interval)
{
	Timer* timer = calloc(1, sizeof(Timer));
	Timer** last = &timers;
	while (*last)
		last = &(*last)->next;
	*last = timer;
	timer->when = hostNow() + delay;
	timer->interval = interval;
	timer->scheduled = true;
	timer->callback = xsToReference(xsArg(0));
	timer->self = xsNewHostObject(NULL);
	xsRemember(timer->self);
	xsmcSetHostData(timer->self, timer);
	xsSetHostHooks(timer->self, (xsHostHooks*)&hooks);
	xsResult = xsAccess(timer->self);
}

static double argument(xsMachine* the, int index)
{
	return xsmcArgc > index ? xsmcToNumber(xsArg(index)) : 0;
}

static void timerSet(xsMachine* the)
{
	create(the, argument(the, 1), argument(the, 2));
}

static void timerRepeat(xsMachine* the)
{
	create(the, argument(the, 1), argument(the, 1));
}

static void timerSchedule(xsMachine* the)
{
	Timer* timer = xsmcGetHostData(xsArg(0));
	timer->scheduled = xsmcArgc > 1;
	timer->due = false;
	timer->when = hostNow() + argument(the, 1);
	timer->interval = argument(the, 2);
}

static void forget(xsMachine* the, Timer* timer)
{
	xsForget(timer->self);
	xsmcSetHostData(timer->self, NULL);
	timer->callback = NULL;
	timer->removed = true;
}

static void timerClear(xsMachine* the)
{
	if (xsmcArgc == 0 || xsmcTypeOf(xsArg(0)) != xsReferenceType)
		return;
	Timer* timer = xsmcGetHostData(xsArg(0));
	if (timer)
		forget(the, timer);
}

void timerInstall(xsMachine* the)
{
	hostClass(the, "Timer", NULL, "set", timerSet, "repeat", timerRepeat, "schedule", timerSchedule, "clear", timerClear, NULL);
}

int timerPending(void)
{
	int pending = 0;
	for (Timer* timer = timers; timer; timer = timer->next)
		pending += timer->scheduled && !timer->removed;
	return pending;
}

/* Milliseconds until a timer is due, 1000 when none is. */
double timerNext(void)
{
	double now = hostNow(), next = now + 1000;
	for (Timer* timer = timers; timer; timer = timer->next)
		if (timer->scheduled && !timer->removed && timer->when < next)
			next = timer->when;
	return next > now ? next - now : 0;
}

/* Calls what is due; what is set meanwhile waits for the next turn. */
void timerRun(xsMachine* the)
{
	double now = hostNow();
	for (Timer* timer = timers; timer; timer = timer->next)
		timer->due = timer->scheduled && timer->when <= now;
	for (Timer** at = &timers; *at;) {
		Timer* timer = *at;
		if (timer->due && !timer->removed) {
			timer->due = false;
			timer->when += timer->interval;
			hostCall(the, timer->callback, &timer->self, -1);
			if (timer->interval == 0 && !timer->removed)
				forget(the, timer);
		}
		if (timer->removed) {
			*at = timer->next;
			free(timer);
		}
		else
			at = &timer->next;
	}
}
