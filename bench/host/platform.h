/*
 * What XS asks of the machine it is compiled for (XSPLATFORM). As on a device: no debugger, no snapshots, UTF-8 strings,
 * one thread. The engine's own defaults do for memory, keys and parsing.
 */
#ifndef BENCH_PLATFORM_H
#define BENCH_PLATFORM_H

#undef mxLittleEndian
#define mxLittleEndian 1
#if defined(__APPLE__)
	#undef mxMacOSX
	#define mxMacOSX 1
#else
	#undef mxLinux
	#define mxLinux 1
#endif
#define mxExport extern
#define mxImport extern
#define XS_FUNCTION_NORETURN __attribute__((noreturn))

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define mxUseGCCAtomics 1
#define mxUsePOSIXThreads 1

#define mxMachinePlatform \
	int promiseJobs; \
	void* waiterCondition; \
	void* waiterData; \
	void* waiterLink;

#define mxUseDefaultMachinePlatform 1
#define mxUseDefaultBuildKeys 1
#define mxUseDefaultChunkAllocation 1
#define mxUseDefaultSlotAllocation 1
#define mxUseDefaultParseScript 1
#define mxUseDefaultSharedChunks 1

#if INTPTR_MAX == INT64_MAX
	#define mx32bitID 1
#endif

#endif
