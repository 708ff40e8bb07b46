/*
 * Locks a file of the simulator's "embedded:storage/files" for the program that has it open. The system lets it go when the
 * file is closed or the program has ended, however it ended.
 */
#include <errno.h>
#include <string.h>
#include <sys/file.h>

#include "xsmc.h"
#include "xsHost.h"

/* Of the SDK's modules/io/files/posix, whose file begins with its descriptor. */
void xs_fileposix_destructor(void *data);

/* (file): whether nobody else has it locked. */
void records_client_lock(xsMachine *the)
{
	int *descriptor = xsmcGetHostChunkValidate(xsArg(0), xs_fileposix_destructor);
	int fault = flock(*descriptor, LOCK_EX | LOCK_NB);

	if (fault && EWOULDBLOCK != errno)
		xsUnknownError(strerror(errno));
	xsmcSetBoolean(xsResult, !fault);
}
