/* The parts of the measuring host. Each is told what it needs; the machine is passed as XS does it. */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include "xsmc.h"

/* Milliseconds of a clock that never goes back. */
extern double hostNow(void);

/* Makes `name` a global class with the native functions that follow: pairs of name and xsCallback, then NULL. */
extern void hostClass(xsMachine* the, const char* name, xsCallback constructor, ...);

/* Calls an owner's callback with one number as argument and the owner as this. An exception ends the host. */
extern void hostCall(xsMachine* the, xsSlot* callback, xsSlot* owner, int argument);

/* modules.c: names for the module loader. A source is a file's path, or "=" and the module's text. */
extern void modulesAdd(const char* name, const char* source);
extern void modulesRun(xsMachine* the, const char* name);
/* Bytes of bytecode and of symbols that the text of a module's file makes; -1 when it can't be parsed. */
extern void modulesMeasure(xsMachine* the, char* path, int* code, int* symbols);

/* jobs.c: promises. */
extern void jobsRun(xsMachine* the);

/* timer.c */
extern void timerInstall(xsMachine* the);
extern double timerNext(void);
extern void timerRun(xsMachine* the);
/* Timers that will be called. */
extern int timerPending(void);

/* tcp.c */
extern void tcpInstall(xsMachine* the);
extern int tcpWait(double milliseconds);
extern void tcpRun(xsMachine* the);
/* Sockets opened since the start, and those that are not closed. */
extern int tcpOpened;
extern int tcpOpen(void);

/* base64.c */
extern void base64Install(xsMachine* the);

/* preference.c */
extern void xs_preference_get(xsMachine* the);
extern void xs_preference_set(xsMachine* the);
extern void xs_preference_delete(xsMachine* the);

/* flash.c */
extern void flashShare(xsMachine* the);

/* counters.c */
extern void hostSample(xsMachine* the);
extern void hostCollect(xsMachine* the);
extern void hostCollecting(xsMachine* the);
extern void hostPrint(xsMachine* the);
extern void hostExit(xsMachine* the);
extern void hostFacts(xsMachine* the);

/* partition.c */
extern void partitionRead(xsMachine* the);
extern void partitionWrite(xsMachine* the);
extern void partitionErase(xsMachine* the);

/* census.c */
extern void hostCensus(xsMachine* the);
extern void hostTrack(xsMachine* the);
extern void hostTracked(xsMachine* the);

/* profile.c */
extern void hostProfile(xsMachine* the);
extern void hostProfiled(xsMachine* the);

/* natives.c */
extern void nativesInstall(xsMachine* the);

/* textencoder.c of the engine's sources. */
extern void modInstallTextEncoder(xsMachine* the);

#endif
