/* Modules by name: given on the command line, or relative to the file that imports them. */
#include "xsAll.h"
#include "xsScript.h"

#define NAMES 64

extern void fxRemapIDs(txMachine* the, txByte* codeBuffer, txSize codeSize, txID* theIDs);

static struct { const char* name; const char* source; } names[NAMES];
static int count = 0;

void modulesAdd(const char* name, const char* source)
{
	if (count == NAMES) {
		fprintf(stderr, "more than %d modules\n", NAMES);
		_Exit(64);
	}
	names[count].name = name;
	names[count].source = source;
	count++;
}

static const char* sourceOf(const char* name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(names[i].name, name))
			return names[i].source;
	return name;
}

txID fxFindModule(txMachine* the, txSlot* realm, txID importer, txSlot* slot)
{
	char name[C_PATH_MAX], path[2 * C_PATH_MAX], real[C_PATH_MAX];
	fxToStringBuffer(the, slot, name, sizeof(name));
	if (name[0] != '.')
		return fxNewNameC(the, name);
	if (importer == XS_NO_ID)
		return XS_NO_ID;
	snprintf(path, sizeof(path), "%s", sourceOf(fxGetKeyName(the, importer)));
	char* slash = strrchr(path, '/');
	if (!slash)
		return XS_NO_ID;
	snprintf(slash + 1, sizeof(path) - (slash + 1 - path), "%s", name);
	return realpath(path, real) ? fxNewNameC(the, real) : XS_NO_ID;
}

static txScript* parse(txMachine* the, void* stream, txGetter getter)
{
	txParser parser;
	txParserJump jump;
	txScript* script = NULL;
	fxInitializeParser(&parser, the, the->parserBufferSize, the->parserTableModulo);
	parser.firstJump = &jump;
	if (c_setjmp(jump.jmp_buf) == 0) {
		fxParserTree(&parser, stream, getter, 0, NULL);
		fxParserHoist(&parser);
		fxParserBind(&parser);
		script = fxParserCode(&parser);
	}
	fxTerminateParser(&parser);
	return script;
}

/* Bytes that follow the opcode at `p`, by its size as the engine states it: a negative one counts a length's bytes. */
static txByte* nextCode(txByte* p)
{
	txS1 size = gxCodeSizes[*(txU1*)p];
	if (size > 0)
		return p + size;
	p++;
	if (size == -1)
		return p + 1 + *(txU1*)p;
	if (size == 0)
		return p + sizeof(txID);
	txU4 length = 0;
	c_memcpy(&length, p, -size);
	return p - size + length;
}

/*
 * What the SDK's linker makes of a module that is not preloaded: its bytecode and string literals stay where they are, in
 * flash, and so do the names that it uses. A preloaded module's literals are copied to the heap whenever they are evaluated,
 * there as here.
 */
static void archive(txMachine* the, txScript* script)
{
	txByte* end = script->codeBuffer + script->codeSize;
	for (txByte* p = script->codeBuffer; p < end; p = nextCode(p)) {
		txU1 code = *(txU1*)p;
		if (code == XS_CODE_CODE_1 || code == XS_CODE_CODE_2 || code == XS_CODE_CODE_4)
			*(txU1*)p = code - XS_CODE_CODE_1 + XS_CODE_CODE_ARCHIVE_1;
		else if (code == XS_CODE_STRING_1 || code == XS_CODE_STRING_2 || code == XS_CODE_STRING_4)
			*(txU1*)p = code - XS_CODE_STRING_1 + XS_CODE_STRING_ARCHIVE_1;
	}
	txByte* p = script->symbolsBuffer;
	txID count;
	mxDecodeID(p, count);
	txID* ids = c_malloc(count * sizeof(txID));
	ids[0] = XS_NO_ID;
	for (txID i = 1; i < count; i++) {
		ids[i] = fxNewNameC(the, (txString)p);
		p += mxStringLength((char*)p) + 1;
	}
	fxRemapIDs(the, script->codeBuffer, script->codeSize, ids);
	c_free(ids);
	script->symbolsBuffer = C_NULL;
}

void fxLoadModule(txMachine* the, txSlot* module, txID id)
{
	const char* source = sourceOf(fxGetKeyName(the, id));
	txScript* script = NULL;
	if (source[0] == '=') {
		txStringCStream stream = { (txString)source + 1, 0, (txSize)strlen(source + 1) };
		script = parse(the, &stream, fxStringCGetter);
	}
	else {
		FILE* file = fopen(source, "r");
		if (file) {
			script = parse(the, file, (txGetter)fgetc);
			fclose(file);
		}
	}
	if (script && the->sharedMachine)
		archive(the, script);
	if (script)
		fxResolveModule(the, module, id, script, C_NULL, C_NULL);
	else
		fprintf(stderr, "no module %s\n", source);
}

/* What of a module's text goes to flash. */
void modulesMeasure(txMachine* the, txString path, txInteger* code, txInteger* symbols)
{
	FILE* file = fopen(path, "r");
	txScript* script = file ? parse(the, file, (txGetter)fgetc) : NULL;
	if (file)
		fclose(file);
	*code = script ? script->codeSize : -1;
	*symbols = script ? script->symbolsSize : -1;
	if (script)
		fxDeleteScript(script);
}

static void fulfilled(txMachine* the)
{
}

static void rejected(txMachine* the)
{
	mxException = *mxArgv(0);
	fprintf(stderr, "%s\n", fxToString(the, mxArgv(0)));
	fxAbort(the, XS_UNHANDLED_EXCEPTION_EXIT);
}

void modulesRun(txMachine* the, const char* name)
{
	fxBeginHost(the);
	txSlot* realm = mxModuleInstanceInternal(mxProgram.value.reference)->value.module.realm;
	mxPushStringC((txString)name);
	fxRunImport(the, realm, XS_NO_ID);
	mxDub();
	fxGetID(the, mxID(_then));
	mxCall();
	fxNewHostFunction(the, fulfilled, 1, XS_NO_ID, XS_NO_ID);
	fxNewHostFunction(the, rejected, 1, XS_NO_ID, XS_NO_ID);
	mxRunCount(2);
	mxPop();
	fxEndHost(the);
}
