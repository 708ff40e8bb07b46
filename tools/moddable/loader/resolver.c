/*
 * As much of glib's resolver as the SDK's older sockets ask for: a host that is an IPv4 address is its own answer, any other has
 * none.
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

typedef void (*GAsyncReadyCallback)(void* source, void* result, void* data);

typedef struct GList {
	void* data;
	struct GList* next;
	struct GList* previous;
} GList;

typedef struct {
	/* Comes first: what frees the list frees the question. */
	GList list;
	struct in_addr address;
	int found;
	GAsyncReadyCallback callback;
	void* data;
} Question;

extern unsigned g_timeout_add(unsigned interval, int (*callback)(void* data), void* data);

static int resolver;

static int answer(void* data)
{
	Question* question = data;
	(*question->callback)(&resolver, question, question->data);
	return 0;
}

void* g_resolver_get_default(void)
{
	return &resolver;
}

void g_resolver_lookup_by_name_async(void* source, const char* host, void* cancellable, GAsyncReadyCallback callback, void* data)
{
	(void)source, (void)cancellable;
	Question* question = calloc(1, sizeof(Question));
	question->list.data = &question->address;
	question->found = inet_pton(AF_INET, host, &question->address) == 1;
	question->callback = callback;
	question->data = data;
	g_timeout_add(0, answer, question);
}

GList* g_resolver_lookup_by_name_finish(void* source, void* result, void** error)
{
	(void)source, (void)error;
	Question* question = result;
	return question->found ? &question->list : NULL;
}

void g_resolver_free_addresses(GList* addresses)
{
	free(addresses);
}

int g_inet_address_get_family(void* address)
{
	(void)address;
	return AF_INET;
}

size_t g_inet_address_get_native_size(void* address)
{
	(void)address;
	return sizeof(struct in_addr);
}

const void* g_inet_address_to_bytes(void* address)
{
	return address;
}

char* g_inet_address_to_string(void* address)
{
	return strdup(inet_ntoa(*(struct in_addr*)address));
}

void g_free(void* memory)
{
	free(memory);
}

/* The resolver is nobody's alone. */
void g_object_unref(void* object)
{
	(void)object;
}
