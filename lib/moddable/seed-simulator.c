/*
 * Seeds rand() as the simulator on Linux loads an app. The SDK's random numbers there, of which TLS makes its keys, and
 * Math.random come of rand(), which nobody else seeds: they would be the same at each start.
 *
 * glibc's rand() takes its numbers from a state that can be filled as a whole; srand() would set 32 bits of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	stateSize = 256, /* bytes, the most that initstate uses; the first four say what kind of state it is */
	kindSize = 4,
};

__attribute__((constructor)) static void seedSimulator(void)
{
	/* rand() keeps it, also when the app is gone. */
	char *state = malloc(stateSize);

	if (!state || !initstate(1, state, stateSize) || getentropy(state + kindSize, stateSize - kindSize))
		fprintf(stderr, "records-client: no random numbers from the system: the keys of TLS can be predicted\n");
}
