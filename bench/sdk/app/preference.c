/*
 * The natives of the Moddable SDK's class Preference, by its own names, in RAM of C: what they keep is not the heap's. For the
 * SDK's simulator too, whose own Preference is JavaScript, which no board has.
 */
#include "xsmc.h"

typedef struct Entry {
	struct Entry* next;
	char* name;
	char* value;
} Entry;

static Entry* entries = NULL;

/* Domain and key in one name; the receiver frees it. */
static char* nameOf(xsMachine* the)
{
	char domain[64], key[64], name[130];
	xsmcToStringBuffer(xsArg(0), domain, sizeof(domain));
	xsmcToStringBuffer(xsArg(1), key, sizeof(key));
	snprintf(name, sizeof(name), "%s/%s", domain, key);
	return strdup(name);
}

static Entry** find(const char* name)
{
	Entry** at = &entries;
	while (*at && strcmp((*at)->name, name))
		at = &(*at)->next;
	return at;
}

void xs_preference_get(xsMachine* the)
{
	char* name = nameOf(the);
	Entry* entry = *find(name);
	free(name);
	if (entry)
		xsmcSetString(xsResult, entry->value);
}

void xs_preference_set(xsMachine* the)
{
	char* name = nameOf(the);
	Entry** at = find(name);
	if (!*at) {
		*at = calloc(1, sizeof(Entry));
		(*at)->name = strdup(name);
	}
	free(name);
	free((*at)->value);
	(*at)->value = strdup(xsmcToString(xsArg(2)));
}

void xs_preference_delete(xsMachine* the)
{
	char* name = nameOf(the);
	Entry** at = find(name);
	Entry* entry = *at;
	free(name);
	if (!entry)
		return;
	*at = entry->next;
	free(entry->name);
	free(entry->value);
	free(entry);
}

/* preference.keys(domain) is not asked for by the library. */
void xs_preference_keys(xsMachine* the)
{
	xsUnknownError("no keys here");
}
