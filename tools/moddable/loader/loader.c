/*
 * Runs an app built with `mcconfig -p lin` (an mc.so) without a display.
 *
 *   loader <path to mc.so> [deadline in seconds]
 *
 * Ends when the app calls screen.postMessage("exit N") (code N), when its machine aborts (70), when the deadline has
 * passed (124), or on SIGTERM or SIGINT (128 + signal); killed when its parent ends. 64: wrong arguments. 66: the app could not be loaded.
 * What the app traces goes to stdout, what the loader has to say to stderr.
 */
#define _GNU_SOURCE
#define mxLinux 1 /* screen.h picks its thread types by this */

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <glib.h>
#include <glib-unix.h>

#include "screen.h"

enum {
	codeUsage = 64,
	codeNoApp = 66,
	codeAbort = 70,
	codeDeadline = 124,
	codeSignal = 128,
};

/* An app without a display never draws; one that does gets a buffer to draw to. */
enum {
	screenWidth = 240,
	screenHeight = 320,
};

static GMainLoop *loop;
static guint idleSource;
static int exitCode = -1; /* -1: go on */
static volatile sig_atomic_t signalSeen;
static int wakePipe[2];

static void finish(int code)
{
	if (exitCode < 0)
		exitCode = code;
	if (loop)
		g_main_loop_quit(loop);
}

/* -- what the app calls -- */

/* After an abort no script may run any more, so the process ends on the spot. */
static void onAbort(txScreen *screen, int status)
{
	(void)screen;
	fflush(stdout);
	if (exitCode >= 0) /* it had asked to exit before */
		_exit(exitCode);
	fprintf(stderr, "loader: the machine aborted (status %d)\n", status);
	fflush(stderr);
	_exit(codeAbort);
}

static void onPost(txScreen *screen, char *buffer, int size)
{
	(void)screen;
	/* size 0: a string with its end; otherwise the bytes of an ArrayBuffer */
	char *text = size > 0 ? g_strndup(buffer, (gsize)size) : g_strdup(buffer);
	char *end = NULL;

	if (g_str_has_prefix(text, "exit ")) {
		errno = 0;
		long code = strtol(text + 5, &end, 10);
		if (!errno && (end != text + 5) && !*end && (code >= 0) && (code <= 255)) {
			finish((int)code);
			g_free(text);
			return;
		}
	}
	fprintf(stderr, "loader: message not understood: %s\n", text);
	g_free(text);
}

static gboolean onIdle(gpointer data)
{
	txScreen *screen = data;
	if (screen->idle)
		(*screen->idle)(screen);
	return G_SOURCE_CONTINUE;
}

static void onStart(txScreen *screen, double interval)
{
	if (!idleSource)
		idleSource = g_timeout_add(interval < 1 ? 1 : (guint)interval, onIdle, screen);
}

static void onStop(txScreen *screen)
{
	(void)screen;
	if (idleSource)
		g_source_remove(idleSource);
	idleSource = 0;
}

static void onDraw(txScreen *screen)
{
	(void)screen;
}

/* -- signals: SIGALRM is the deadline -- */

static int codeOfSignal(int sig)
{
	return SIGALRM == sig ? codeDeadline : codeSignal + sig;
}

/*
 * The first signal asks the main loop to end. If a script keeps the loop from turning,
 * the alarm set here comes a second later and ends the process from this handler.
 */
static void onSignal(int sig)
{
	if (signalSeen) {
		static const char text[] = "loader: ended while a script was running\n";
		ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);
		(void)ignored;
		_exit(codeOfSignal(signalSeen));
	}
	signalSeen = sig;
	ssize_t ignored = write(wakePipe[1], "!", 1);
	(void)ignored;
	alarm(1);
}

static gboolean onWake(gint fd, GIOCondition condition, gpointer data)
{
	(void)fd, (void)condition, (void)data;
	if (exitCode < 0)
		fprintf(stderr, "loader: %s\n", SIGALRM == signalSeen ? "the deadline has passed" : strsignal(signalSeen));
	finish(codeOfSignal(signalSeen));
	return G_SOURCE_REMOVE;
}

static int watchSignals(double deadline)
{
	struct sigaction action = { .sa_handler = onSignal, .sa_flags = SA_RESTART };

	if (!g_unix_open_pipe(wakePipe, FD_CLOEXEC, NULL))
		return 0;
	g_unix_set_fd_nonblocking(wakePipe[1], TRUE, NULL);
	g_unix_fd_add_full(G_PRIORITY_HIGH - 1, wakePipe[0], G_IO_IN, onWake, NULL, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	if (deadline > 0) {
		struct itimerval timer = { 0 };
		timer.it_value.tv_sec = (time_t)deadline;
		timer.it_value.tv_usec = (suseconds_t)((deadline - (double)timer.it_value.tv_sec) * 1e6);
		setitimer(ITIMER_REAL, &timer, NULL);
	}
	return 1;
}

int main(int argc, char *argv[])
{
	double deadline = 0;
	char path[PATH_MAX];
	char *end;

	if ((argc < 2) || (argc > 3)) {
		fprintf(stderr, "usage: %s <mc.so> [deadline in seconds]\n", argv[0]);
		return codeUsage;
	}
	if (argc > 2) {
		deadline = strtod(argv[2], &end);
		if ((end == argv[2]) || *end || !(deadline > 0.000001) || (deadline > 1e6)) {
			fprintf(stderr, "loader: not a number of seconds: %s\n", argv[2]);
			return codeUsage;
		}
	}

	/* an app whose tests were killed has nobody to report to */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGPIPE, SIG_IGN);

	/* without a slash dlopen would look in the library folders */
	if (!realpath(argv[1], path)) {
		fprintf(stderr, "loader: %s: %s\n", argv[1], strerror(errno));
		return codeNoApp;
	}
	void *app = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	txScreenLaunchProc launch = app ? (txScreenLaunchProc)dlsym(app, "fxScreenLaunch") : NULL;
	if (!launch) {
		fprintf(stderr, "loader: %s\n", dlerror());
		return codeNoApp;
	}

	/* sizeof(txScreen) has the first byte of the buffer in it */
	txScreen *screen = calloc(1, sizeof(txScreen) + (size_t)screenWidth * screenHeight * screenBytesPerPixel);
	if (!screen || !watchSignals(deadline)) {
		fprintf(stderr, "loader: out of resources\n");
		return codeNoApp;
	}
	screen->abort = onAbort;
	screen->bufferChanged = onDraw;
	screen->formatChanged = onDraw;
	screen->post = onPost;
	screen->start = onStart;
	screen->stop = onStop;
	screen->width = screenWidth;
	screen->height = screenHeight;
	mxCreateMutex(&screen->workersMutex);

	loop = g_main_loop_new(NULL, FALSE);
	(*launch)(screen);
	signal(SIGPIPE, SIG_IGN); /* a debug build that finds xsbug puts the default back */
	if (!screen->machine && (exitCode < 0)) {
		fprintf(stderr, "loader: the machine could not be created\n");
		exitCode = codeAbort;
	}
	if (exitCode < 0) /* a quit before the run would be forgotten */
		g_main_loop_run(loop);

	/* The machine is not torn down: the end of the process frees all of it. */
	fflush(stdout);
	_exit(exitCode);
}
