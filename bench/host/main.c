/*
 * Runs a module on XS as a device runs an app: built-ins, natives and preloaded modules are in a machine of their own that
 * stands for flash; the app runs in a machine that shares them and holds only what would be in RAM.
 *
 *   host [options] main.js
 *   --chunks N[,M]   bytes of the chunk heap, and by how much it grows; without M it is fixed
 *   --slots N[,M]    slots of the slot heap, likewise
 *   --stack N        slots of the stack
 *   --module NAME=SOURCE   where a module is: a path, or "=" and its text
 *   --preload NAME   a module to put into flash
 *   --global NAME=TEXT     a global text, for the main module's parameters
 */
#include "host.h"

double hostNow(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000.0 + now.tv_nsec / 1e6;
}

void hostClass(xsMachine* the, const char* name, xsCallback constructor, ...)
{
	va_list functions;
	const char* function;
	xsBeginHost(the);
	xsmcVars(2);
	xsVar(0) = xsNewHostObject(NULL);
	va_start(functions, constructor);
	while ((function = va_arg(functions, const char*))) {
		xsVar(1) = xsNewHostFunction(va_arg(functions, xsCallback), 0);
		xsmcSet(xsVar(0), xsID(function), xsVar(1));
	}
	va_end(functions);
	if (constructor)
		xsVar(0) = xsNewHostConstructor(constructor, 1, xsVar(0));
	xsmcSet(xsGlobal, xsID(name), xsVar(0));
	xsEndHost(the);
}

void hostCall(xsMachine* the, xsSlot* callback, xsSlot* owner, int argument)
{
	if (!callback)
		return;
	xsBeginHost(the);
	if (argument < 0)
		xsCallFunction0(xsReference(callback), *owner);
	else {
		xsResult = xsInteger(argument);
		xsCallFunction1(xsReference(callback), *owner, xsResult);
	}
	xsEndHost(the);
	jobsRun(the);
}

static xsCreation rom = { 4 << 20, 1 << 20, 1 << 16, 1 << 14, 4096, 4096, 1024, 127, 127, 1 << 20, 1993, 0 };
static xsCreation ram = { 16 << 20, 1 << 20, 1 << 19, 1 << 14, 4096, 4096, 1024, 127, 127, 1 << 20, 1993, 0 };

static void pair(const char* text, xsIntegerValue* first, xsIntegerValue* second)
{
	const char* comma = strchr(text, ',');
	*first = atoi(text);
	*second = comma ? atoi(comma + 1) : 0;
}

/* Cuts "name=rest" in two and returns the rest. */
static char* cut(char* text)
{
	char* sign = strchr(text, '=');
	if (!sign)
		return text + strlen(text);
	*sign = 0;
	return sign + 1;
}

static void defineGlobal(xsMachine* the, char* text)
{
	char* value = cut(text);
	xsBeginHost(the);
	xsmcVars(1);
	xsmcSetString(xsVar(0), value);
	xsmcSet(xsGlobal, xsID(text), xsVar(0));
	xsEndHost(the);
}

static xsMachine* makeFlash(void)
{
	xsMachine* the = xsCreateMachine(&rom, "flash", NULL);
	modInstallTextEncoder(the);
	timerInstall(the);
	tcpInstall(the);
	nativesInstall(the);
	base64Install(the);
	return the;
}

static void loop(xsMachine* the)
{
	for (;;) {
		jobsRun(the);
		tcpWait(timerNext());
		tcpRun(the);
		timerRun(the);
	}
}

int main(int argc, char** argv)
{
	xsMachine* flash = makeFlash();
	const char* module = NULL;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] != '-' || i + 1 == argc) {
			module = argv[i];
			continue;
		}
		const char* option = argv[i++] + 2;
		if (!strcmp(option, "chunks"))
			pair(argv[i], &ram.initialChunkSize, &ram.incrementalChunkSize);
		else if (!strcmp(option, "slots"))
			pair(argv[i], &ram.initialHeapCount, &ram.incrementalHeapCount);
		else if (!strcmp(option, "stack"))
			ram.stackCount = atoi(argv[i]);
		else if (!strcmp(option, "module")) {
			char* source = cut(argv[i]);
			modulesAdd(argv[i], source);
		}
		else if (!strcmp(option, "global"))
			defineGlobal(flash, argv[i]);
		else if (!strcmp(option, "preload")) {
			modulesRun(flash, argv[i]);
			jobsRun(flash);
		}
	}
	if (!module)
		return 64;
	flashShare(flash);
	xsMachine* the = xsCloneMachine(&ram, flash, "app", NULL);
	if (!the)
		return 1;
	modulesRun(the, module);
	loop(the);
	return 0;
}
