/*
 * Runs an app of the Moddable SDK for the simulator (an mc.so) without a display.
 *
 *   loader [options] <path of mc.so>
 *   --main NAME      to measure: runs this module in place of the app's, with the same random numbers each time and no idle work of the screen
 *   --chunks N[,M]   bytes of the chunk heap, and by how much it grows; without M it is fixed
 *   --slots N[,M]    slots of the slot heap, likewise
 *   --stack N        slots of the stack
 *
 * Ends when the app calls screen.postMessage("exit N") (code N), or when its machine gives up (70); killed when its parent ends. 64: wrong
 * arguments. 66: the app could not be loaded. What the app traces goes to stdout, what the loader has to say to stderr.
 */
#define _GNU_SOURCE
#include "xsAll.h"

#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib.h>

#include "screen.h"

enum {
	codeUsage = 64,
	codeNoApp = 66,
	codeGivenUp = 70
};

/* An app without a display never draws; one that does gets a buffer to draw to. */
enum {
	screenWidth = 240,
	screenHeight = 320
};

static GMainLoop* loop;
static guint idleSource = 0;
static int exitCode = -1; /* -1: go on */
static bool isMeasured = false;

/* TCP sockets opened since the start; the counters of an app that measures read it. */
int tcpOpened = 0;

/* Takes the C library's place for the app. */
int socket(int domain, int type, int protocol)
{
	if ((type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) == SOCK_STREAM)
		tcpOpened++;
	return (int)syscall(SYS_socket, domain, type, protocol);
}

static void giveUp(const char* why)
{
	fflush(stdout);
	fprintf(stderr, "loader: %s\n", why);
	_exit(codeGivenUp);
}

/* After an abort no script may run any more, so the process ends on the spot. */
static void onAbort(txScreen* screen, int status)
{
	(void)screen;
	if (exitCode >= 0) { /* it had asked to exit before */
		fflush(stdout);
		_exit(exitCode);
	}
	char why[40];
	snprintf(why, sizeof(why), "the machine aborted (status %d)", status);
	giveUp(why);
}

static void onPost(txScreen* screen, char* buffer, int size)
{
	(void)screen;
	/* size 0: a string with its end; otherwise the bytes of an ArrayBuffer */
	char text[32];
	int code;
	snprintf(text, sizeof(text), "%.*s", size > 0 ? size : INT_MAX, buffer);
	if (sscanf(text, "exit %d", &code) != 1 || code < 0 || code > 255) {
		fprintf(stderr, "loader: message not understood: %s\n", text);
		return;
	}
	if (exitCode < 0)
		exitCode = code;
	g_main_loop_quit(loop);
}

static gboolean onIdle(gpointer data)
{
	txScreen* screen = data;
	if (screen->idle)
		(*screen->idle)(screen);
	return G_SOURCE_CONTINUE;
}

static void onStart(txScreen* screen, double interval)
{
	if (!idleSource && !isMeasured)
		idleSource = g_timeout_add(interval < 1 ? 1 : (guint)interval, onIdle, screen);
}

static void onStop(txScreen* screen)
{
	(void)screen;
	if (idleSource)
		g_source_remove(idleSource);
	idleSource = 0;
}

static void onDraw(txScreen* screen)
{
	(void)screen;
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
		_exit(codeNoApp);
	}
	return found;
}

/* Takes an option; false for one that there is not. */
static bool option(txPreparation* preparation, const char* name, char* value)
{
	txCreation* creation = &preparation->creation;
	if (!strcmp(name, "--main")) {
		preparation->main = value;
		isMeasured = true;
		srand(1); /* The app was seeded as it was loaded. */
	}
	else if (!strcmp(name, "--chunks"))
		pair(value, &creation->initialChunkSize, &creation->incrementalChunkSize);
	else if (!strcmp(name, "--slots"))
		pair(value, &creation->initialHeapCount, &creation->incrementalHeapCount);
	else if (!strcmp(name, "--stack"))
		creation->stackCount = atoi(value);
	else
		return false;
	return true;
}

int main(int argc, char** argv)
{
	char path[PATH_MAX];

	if (argc % 2) {
		fprintf(stderr, "usage: %s [options] <mc.so>\n", argv[0]);
		return codeUsage;
	}
	/* An app whose tests were killed has nobody to report to. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGPIPE, SIG_IGN);
	/* Without a slash dlopen would look in the library folders. */
	void* app = dlopen(realpath(argv[argc - 1], path) ? path : argv[argc - 1], RTLD_LAZY | RTLD_LOCAL);
	txScreenLaunchProc launch = symbol(app, "fxScreenLaunch");
	if (argc > 2) {
		void* (*preparationOf)(void*) = symbol(app, "xsPreparationAndCreation");
		txPreparation* preparation = preparationOf(NULL);
		unlock(preparation, sizeof(*preparation));
		for (int i = 1; i < argc - 1; i += 2)
			if (!option(preparation, argv[i], argv[i + 1]))
				return codeUsage;
	}
	/* sizeof(txScreen) has the first byte of the buffer in it. */
	txScreen* screen = calloc(1, sizeof(txScreen) + (size_t)screenWidth * screenHeight * screenBytesPerPixel);
	screen->abort = onAbort;
	screen->bufferChanged = screen->formatChanged = onDraw;
	screen->post = onPost;
	screen->start = onStart;
	screen->stop = onStop;
	screen->width = screenWidth;
	screen->height = screenHeight;
	mxCreateMutex(&screen->workersMutex);
	loop = g_main_loop_new(NULL, FALSE);
	(*launch)(screen);
	signal(SIGPIPE, SIG_IGN); /* a debug build that finds xsbug puts the default back */
	if (!screen->machine && exitCode < 0)
		giveUp("the machine could not be created");
	if (exitCode < 0) /* a quit before the run would be forgotten */
		g_main_loop_run(loop);
	if (exitCode < 0)
		giveUp("the app has nothing left to wait for");
	/* The machine is not torn down: the end of the process frees all of it. */
	fflush(stdout);
	_exit(exitCode);
}
