/*
 * Runs an app of the Moddable SDK for the simulator (an mc.so) with the memory and the main module that it is told, so that
 * one build does for all measurements.
 *
 *   loader [options] <path of mc.so> <main module>
 *   --chunks N[,M]   bytes of the chunk heap, and by how much it grows; without M it is fixed
 *   --slots N[,M]    slots of the slot heap, likewise
 *   --stack N        slots of the stack
 *
 * Ends when the app does. When its machine gives up, the exit status is the engine's number for the reason (xsCommon.h): 1 for
 * no memory, 2 for no stack. 64: wrong arguments. 66: the app could not be loaded.
 */
#define _GNU_SOURCE
#include "xsAll.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "screen.h"

extern void loopRun(void);

/* TCP sockets opened since the start; the app's counters read it. */
int tcpOpened = 0;

/* Takes the C library's place for the app. */
int socket(int domain, int type, int protocol)
{
	if ((type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) == SOCK_STREAM)
		tcpOpened++;
	return (int)syscall(SYS_socket, domain, type, protocol);
}

static void onAbort(txScreen* screen, int status)
{
	(void)screen;
	fflush(stdout);
	_Exit(status);
}

static void onDraw(txScreen* screen)
{
	(void)screen;
}

static void onPost(txScreen* screen, char* buffer, int size)
{
	(void)screen, (void)buffer, (void)size;
}

/* The screen's idle work draws and samples: not here. */
static void onStart(txScreen* screen, double interval)
{
	(void)screen, (void)interval;
}

static void pair(const char* text, txSize* first, txSize* second)
{
	const char* comma = strchr(text, ',');
	*first = atoi(text);
	*second = comma ? atoi(comma + 1) : 0;
}

/* The linker's data are constant: their pages are made writable. */
static void unlock(void* data, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t begin = (size_t)data / page * page;
	mprotect((void*)begin, (size_t)data + size - begin, PROT_READ | PROT_WRITE);
}

static void* symbol(void* app, const char* name)
{
	void* found = app ? dlsym(app, name) : NULL;
	if (!found) {
		fprintf(stderr, "loader: %s\n", dlerror());
		_Exit(66);
	}
	return found;
}

int main(int argc, char** argv)
{
	if (argc < 3)
		return 64;
	setvbuf(stdout, NULL, _IOLBF, 0);
	void* app = dlopen(argv[argc - 2], RTLD_LAZY | RTLD_LOCAL);
	srand(1); /* The same numbers in each run: the app was seeded as it was loaded. */
	void* (*preparationOf)(void*) = symbol(app, "xsPreparationAndCreation");
	txScreenLaunchProc launch = symbol(app, "fxScreenLaunch");
	txPreparation* preparation = preparationOf(NULL);
	txCreation* creation = &preparation->creation;
	unlock(preparation, sizeof(*preparation));
	preparation->main = argv[argc - 1];
	for (int i = 1; i + 1 < argc - 2; i += 2) {
		if (!strcmp(argv[i], "--chunks"))
			pair(argv[i + 1], &creation->initialChunkSize, &creation->incrementalChunkSize);
		else if (!strcmp(argv[i], "--slots"))
			pair(argv[i + 1], &creation->initialHeapCount, &creation->incrementalHeapCount);
		else if (!strcmp(argv[i], "--stack"))
			creation->stackCount = atoi(argv[i + 1]);
		else
			return 64;
	}
	txScreen* screen = calloc(1, sizeof(txScreen) + 240 * 320 * screenBytesPerPixel);
	screen->abort = onAbort;
	screen->bufferChanged = screen->formatChanged = onDraw;
	screen->post = onPost;
	screen->start = onStart;
	screen->stop = onDraw;
	screen->width = 240;
	screen->height = 320;
	(*launch)(screen);
	if (!screen->machine)
		return XS_NOT_ENOUGH_MEMORY_EXIT;
	loopRun();
	fprintf(stderr, "loader: the app has nothing left to wait for\n");
	return 70;
}
