/*
 * Whose work the computrons are, by module: each counts for the module of the function that runs. What a native needs, the
 * engine's as the host's, counts for the function that has called it; with no function around, for the engine.
 */
#include "xsAll.h"

typedef struct {
	txSlot* module;
	int calls;
	txU8 computrons;
} Share;

#define SHARES 64

static Share shares[SHARES];
static int count = 0;
/* NULL while nobody asks. */
static Share* current = NULL;
static txU8 since;

static Share* shareOf(txSlot* module)
{
	for (int i = 0; i < count; i++)
		if (shares[i].module == module)
			return &shares[i];
	if (count == SHARES) {
		fprintf(stderr, "more than %d modules at work\n", SHARES);
		_Exit(70);
	}
	shares[count] = (Share){ module, 0, 0 };
	return &shares[count++];
}

/* The module of a frame's function; NULL when that is none of bytecode. */
static txSlot* moduleOf(txSlot* frame)
{
	txSlot* function = frame + 3;
	if (function->kind != XS_REFERENCE_KIND || !mxIsFunction(function->value.reference))
		return NULL;
	txSlot* code = mxFunctionInstanceCode(function->value.reference);
	return code->kind == XS_CODE_KIND || code->kind == XS_CODE_X_KIND ? mxFunctionInstanceHome(function->value.reference)->value.home.module : NULL;
}

static void goOn(txMachine* the, txSlot* frame)
{
	txSlot* module = NULL;
	current->computrons += the->meterIndex - since;
	since = the->meterIndex;
	for (; frame && !module; frame = frame->next)
		module = moduleOf(frame);
	current = shareOf(module);
}

/* The engine begins a function's frame. */
void profileCall(txMachine* the, txSlot* frame)
{
	if (!current)
		return;
	goOn(the, frame);
	if (moduleOf(frame))
		current->calls++;
}

/* It ends one. */
void profileReturn(txMachine* the, txSlot* frame)
{
	if (current)
		goOn(the, frame->next);
}

/* host.profile(): begins. */
void hostProfile(txMachine* the)
{
	count = 0;
	since = the->meterIndex;
	current = shareOf(NULL);
	goOn(the, the->frame);
}

/* host.profiled(): ends and prints each module's share. */
void hostProfiled(txMachine* the)
{
	goOn(the, the->frame);
	current = NULL;
	for (int i = 0; i < count; i++) {
		txSlot* module = shares[i].module;
		const char* path = module ? fxGetKeyName(the, mxModuleInstanceInternal(module)->value.module.id) : "";
		printf("{\"work\":{\"path\":\"%s\",\"calls\":%d,\"computrons\":%llu}}\n", path, shares[i].calls, (unsigned long long)shares[i].computrons);
	}
}
