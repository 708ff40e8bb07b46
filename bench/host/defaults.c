/*
 * The engine's table of optional parts, less what the Moddable SDK's linker strips from an app that doesn't use it:
 * the name and length of functions, which would cost each function two slots.
 */
#include "xsAll.h"

#define fxNewFunctionLength C_NULL
#define fxNewFunctionName C_NULL
#include "xsDefaults.c"
