/*
 * As much of glib as an app for the simulator calls: one loop for timers and idle work. So the app can be built for 32 bits
 * where there is no glib of that size; name look-ups are in resolver.c, what an app needs of glib for serial ports isn't called here.
 * The clock runs twenty times faster, because the SDK polls its sockets each 20 milliseconds.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#define FASTER 20

/* glib's types as far as their names are needed: its own headers would have its structures defined. */
typedef int gboolean;
typedef gboolean (*GSourceFunc)(void* data);
typedef struct GSource {
	struct GSource* next;
	unsigned id;
	int priority;
	double due;
	double interval;
	GSourceFunc callback;
	void* data;
	bool removed;
} GSource;

static GSource* sources = NULL;
static unsigned lastId = 0;
static bool hasEnded = false;

static double milliseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000.0 + now.tv_nsec / 1e6;
}

GSource* g_idle_source_new(void)
{
	return calloc(1, sizeof(GSource));
}

void g_source_set_callback(GSource* source, GSourceFunc callback, void* data, void* notify)
{
	(void)notify;
	source->callback = callback;
	source->data = data;
}

void g_source_set_priority(GSource* source, int priority)
{
	source->priority = priority;
}

unsigned g_source_attach(GSource* source, void* context)
{
	(void)context;
	GSource** last = &sources;
	while (*last)
		last = &(*last)->next;
	*last = source;
	source->due = milliseconds() + source->interval;
	return source->id = ++lastId;
}

/* The loop frees what is attached when it has ended. */
void g_source_unref(GSource* source)
{
	(void)source;
}

unsigned g_timeout_add_full(int priority, unsigned interval, GSourceFunc callback, void* data, void* notify)
{
	GSource* source = g_idle_source_new();
	g_source_set_callback(source, callback, data, notify);
	source->priority = priority;
	source->interval = (double)interval / FASTER;
	return g_source_attach(source, NULL);
}

unsigned g_timeout_add(unsigned interval, GSourceFunc callback, void* data)
{
	return g_timeout_add_full(0, interval, callback, data, NULL);
}

gboolean g_source_remove(unsigned id)
{
	for (GSource* source = sources; source; source = source->next) {
		if (source->id == id) {
			source->removed = true;
			return 1;
		}
	}
	return 0;
}

void* g_main_context_get_thread_default(void)
{
	return NULL;
}

/* There is one thread. */
void* g_thread_self(void)
{
	return NULL;
}

void g_mutex_init(void* mutex) { (void)mutex; }
void g_mutex_clear(void* mutex) { (void)mutex; }
void g_mutex_lock(void* mutex) { (void)mutex; }
void g_mutex_unlock(void* mutex) { (void)mutex; }

static void sweep(void)
{
	for (GSource** at = &sources; *at;) {
		GSource* source = *at;
		if (source->removed) {
			*at = source->next;
			free(source);
		}
		else
			at = &source->next;
	}
}

/* One turn as glib has it: of what is due, only what has the highest priority, and nothing that is added meanwhile. */
static bool turn(void)
{
	double now = milliseconds();
	unsigned newest = lastId;
	int highest = INT_MAX;
	for (GSource* source = sources; source; source = source->next)
		if (!source->removed && source->due <= now && source->priority < highest)
			highest = source->priority;
	for (GSource* source = sources; source && source->id <= newest; source = source->next) {
		if (source->removed || source->due > now || source->priority != highest)
			continue;
		source->due = now + source->interval;
		if (!source->callback(source->data))
			source->removed = true;
	}
	sweep();
	return highest != INT_MAX;
}

/* There is one loop. */
void* g_main_loop_new(void* context, gboolean isRunning)
{
	(void)context, (void)isRunning;
	return &hasEnded;
}

void g_main_loop_quit(void* loop)
{
	(void)loop;
	hasEnded = true;
}

/* Ends, too, when nothing is left that could end it. */
void g_main_loop_run(void* loop)
{
	(void)loop;
	while (sources && !hasEnded) {
		if (turn())
			continue;
		double due = 1e300, now = milliseconds();
		for (GSource* source = sources; source; source = source->next)
			if (source->due < due)
				due = source->due;
		if (due > now) {
			struct timespec wait = { (time_t)((due - now) / 1000), 0 };
			wait.tv_nsec = (long)((due - now - wait.tv_sec * 1000.0) * 1e6);
			nanosleep(&wait, NULL);
		}
	}
}
