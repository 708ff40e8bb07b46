/* Names for what owns slots and chunks. */
#include "census.h"

/* A name that module code or the global object has for a function in flash; the engine itself has none, as on a device. */
static const char* functionName(txMachine* the, txSlot* function)
{
	const char* global = NULL;
	for (txSlot* heap = the->sharedMachine->firstHeap; heap; heap = heap->next) {
		for (txSlot* slot = heap + 1; slot < heap->value.reference; slot++) {
			// Not each slot there is a property: the ID of another may be beyond the names that there are.
			if (slot->ID == XS_NO_ID || slot->ID == mxID(_constructor) || slot->ID >= the->keyIndex)
				continue;
			if (slot->kind == XS_CLOSURE_KIND && slot->value.closure && slot->value.closure->kind == XS_REFERENCE_KIND
				&& slot->value.closure->value.reference == function) {
				// A private name's closure refers to its class, too.
				const char* name = fxGetKeyName(the, slot->ID);
				if (name && name[0] != '#')
					return name;
			}
			if (slot->kind == XS_REFERENCE_KIND && slot->value.reference == function)
				global = fxGetKeyName(the, slot->ID);
		}
	}
	return global;
}

static const char* className(txMachine* the, txSlot* prototype)
{
	for (; prototype; prototype = prototype->value.instance.prototype) {
		for (txSlot* property = prototype->next; property; property = property->next) {
			if (property->ID != mxID(_constructor) || property->kind != XS_REFERENCE_KIND)
				continue;
			const char* name = functionName(the, property->value.reference);
			if (name)
				return name;
		}
	}
	return NULL;
}

const char* nameOf(txMachine* the, txSlot* owner)
{
	if (!owner)
		return "texts in use";
	if (owner->kind == XS_KEY_KIND)
		return "names";
	if (owner->kind != XS_INSTANCE_KIND)
		return "slots of the engine";
	txSlot* first = owner->next;
	if (mxIsFunction(owner))
		return "functions";
	if (first && (first->kind == XS_MODULE_KIND || first->kind == XS_PROGRAM_KIND || first->kind == XS_EXPORT_KIND))
		return "modules";
	if (first && first->kind == XS_GLOBAL_KIND)
		return "the global object";
	if (first && (first->flag & XS_INTERNAL_FLAG) && first->ID == XS_ENVIRONMENT_BEHAVIOR && (owner->flag & XS_EXOTIC_FLAG))
		return "variables that functions keep";
	if (first && first->kind == XS_STACK_KIND)
		return "functions that await";
	const char* name = className(the, owner->value.instance.prototype);
	if (name)
		return name;
	return first && first->kind == XS_HOST_KIND ? "host objects" : "promise reactions and lists of the engine";
}
