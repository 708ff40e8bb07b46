/* Uint8Array.fromBase64 with the alphabet "base64url", which XS 17 of the SDK has and XS from npm has not. */
#include <string.h>
#include "host.h"

static int valueOf(char digit)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	const char* found = digit ? strchr(digits, digit) : NULL;
	return found ? found - digits : -1;
}

static void fromBase64(xsMachine* the)
{
	xsmcVars(1);
	xsIntegerValue length = strlen(xsmcToString(xsArg(0)));
	xsmcSetInteger(xsVar(0), length * 3 / 4);
	xsResult = xsNew1(xsGlobal, xsID("Uint8Array"), xsVar(0));
	char* digits = xsmcToString(xsArg(0));
	void* into;
	xsUnsignedValue size;
	xsmcGetBufferWritable(xsResult, &into, &size);
	unsigned char* bytes = into;
	unsigned bits = 0;
	int count = 0;
	for (xsIntegerValue at = 0; at < length; at++) {
		int value = valueOf(digits[at]);
		if (value < 0 || length % 4 == 1)
			xsSyntaxError("no base64url");
		bits = bits << 6 | value;
		count += 6;
		if (count >= 8) {
			count -= 8;
			*bytes++ = bits >> count;
		}
	}
}

void base64Install(xsMachine* the)
{
	xsBeginHost(the);
	xsmcVars(2);
	xsmcGet(xsVar(0), xsGlobal, xsID("Uint8Array"));
	xsVar(1) = xsNewHostFunction(fromBase64, 2);
	xsmcSet(xsVar(0), xsID("fromBase64"), xsVar(1));
	xsEndHost(the);
}
