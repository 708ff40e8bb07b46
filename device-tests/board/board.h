/*
 * A board's flash and power, on Linux. What they hold is in files of the folder that the app is started in, so that it
 * outlives the app however that ends. The environment says what the board is like:
 *
 *   BOARD_BLOCKS     blocks of 4,096 bytes of each partition; 16 unless told
 *   BOARD_CUT        the power fails in the n-th program or erase, from 1; never unless told
 *   BOARD_NVS_CUT    the power fails before the n-th change of a preference, from 1; never unless told
 *   BOARD_SEED       decides what a program or an erase that was cut leaves
 *   BOARD_ENCRYPTED  1: flash encryption; it takes 16 bytes at once, and erased bytes read as noise
 */
#pragma once
#include <stddef.h>

/* A number of the environment; `otherwise` when it isn't there. */
long boardNumber(const char *name, long otherwise);

/* A file in memory, made of bytes `fill` when it isn't there; the app ends when that can't be. */
void *boardMap(const char *name, size_t size, int fill);

/* The power fails: the process ends as by SIGKILL. */
void boardCut(void);
