/*
 * What JSON text has, found without parsing it: see lib/shared/json-scan.ts, which does the same where there is no C.
 * It walks the text once and allocates nothing.
 */
#include <string.h>

#include "xsmc.h"

enum { between, inText, escaped };
enum { stateBits = 2, unbalanced = -1, valuesOfOpening = 3 };

typedef struct {
	int state;
	int values;
	int levels;
} Found;

static void scan(Found *found, const char *at, const char *end)
{
	int state = found->state, values = 0, depth = 0, deepest = 0, isUnbalanced = 0;

	for (; at < end; at++) {
		const char character = *at;

		if (escaped == state)
			state = inText;
		else if (inText == state) {
			if ('"' == character)
				state = between;
			else if ('\\' == character)
				state = escaped;
		}
		else switch (character) {
			case '"':
				state = inText;
				break;
			case ',':
			case ':':
				values++;
				break;
			case '[':
			case '{':
				values += valuesOfOpening;
				if (++depth > deepest)
					deepest = depth;
				break;
			case ']':
			case '}':
				if (--depth < 0)
					isUnbalanced = 1;
				break;
		}
	}
	found->state = state;
	found->values = values;
	found->levels = isUnbalanced || depth || between != state ? unbalanced : deepest;
}

/* (text) */
void records_client_json_levels(xsMachine *the)
{
	const char *text = xsmcToString(xsArg(0));
	Found found = { between };

	scan(&found, text, text + strlen(text));
	xsmcSetInteger(xsResult, found.levels);
}

/* (text or Uint8Array, state) */
void records_client_json_values(xsMachine *the)
{
	Found found = { xsmcToInteger(xsArg(1)) };
	const char *json;
	xsUnsignedValue length;

	if (xsReferenceType == xsmcTypeOf(xsArg(0)))
		xsmcGetBufferReadable(xsArg(0), (void **)&json, &length);
	else {
		json = xsmcToString(xsArg(0));
		length = strlen(json);
	}
	scan(&found, json, json + length);
	xsmcSetInteger(xsResult, found.values << stateBits | found.state);
}
