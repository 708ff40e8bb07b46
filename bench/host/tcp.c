/*
 * The TCP socket of ECMA-419 over poll(2), with the manners of the Moddable SDK's on Linux: windows of 1,536 bytes,
 * callbacks from the event loop only, onWritable again whenever bytes written have gone out, an exception for a write
 * beyond the writable count or a read beyond the readable.
 */
#include "host.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#define WINDOW 1536
#define SOCKETS 32

typedef struct TCP {
	int socket;
	bool closed;
	bool failed;
	bool told;
	bool news;
	unsigned writable;
	unsigned readable;
	unsigned position;
	xsSlot self;
	xsSlot* onReadable;
	xsSlot* onWritable;
	xsSlot* onError;
	char bytes[WINDOW];
} TCP;

int tcpOpened = 0;
static TCP* sockets[SOCKETS];
static int count = 0;

static void tcpMark(xsMachine* the, void* data, xsMarkRoot markRoot)
{
	TCP* tcp = data;
	if (!tcp)
		return;
	if (tcp->onReadable)
		(*markRoot)(the, tcp->onReadable);
	if (tcp->onWritable)
		(*markRoot)(the, tcp->onWritable);
	if (tcp->onError)
		(*markRoot)(the, tcp->onError);
}

static const xsHostHooks hooks = { NULL, tcpMark, NULL };

/* The callback is kept as an internal property, as the SDK's builtinGetCallback does. */
static xsSlot* callbackOf(xsMachine* the, const char* name)
{
	xsmcGet(xsVar(0), xsArg(0), xsID(name));
	return xsmcTypeOf(xsVar(0)) == xsReferenceType ? xsToReference(xsVar(0)) : NULL;
}

static void tcpConstruct(xsMachine* the)
{
	struct sockaddr_in address = { 0 };
	char text[64];
	xsmcVars(1);
	xsmcGet(xsVar(0), xsArg(0), xsID("address"));
	xsmcToStringBuffer(xsVar(0), text, sizeof(text));
	address.sin_family = AF_INET;
	if (!inet_aton(text, &address.sin_addr))
		xsUnknownError("invalid address");
	xsmcGet(xsVar(0), xsArg(0), xsID("port"));
	address.sin_port = htons(xsmcToInteger(xsVar(0)));
	if (count == SOCKETS)
		xsUnknownError("no socket");
	TCP* tcp = calloc(1, sizeof(TCP));
	xsmcGet(xsVar(0), xsTarget, xsID("prototype"));
	xsmcSetNewHostInstance(xsResult, xsVar(0));
	tcp->self = xsResult;
	xsRemember(tcp->self);
	xsmcSetHostData(tcp->self, tcp);
	xsSetHostHooks(tcp->self, (xsHostHooks*)&hooks);
	xsmcGet(xsVar(0), xsArg(0), xsID("target"));
	if (xsmcTypeOf(xsVar(0)) != xsUndefinedType)
		xsmcSet(xsResult, xsID("target"), xsVar(0));
	tcp->onReadable = callbackOf(the, "onReadable");
	tcp->onWritable = callbackOf(the, "onWritable");
	tcp->onError = callbackOf(the, "onError");
	tcp->socket = socket(AF_INET, SOCK_STREAM, 0);
	fcntl(tcp->socket, F_SETFL, O_NONBLOCK | fcntl(tcp->socket, F_GETFL, 0));
	int on = 1;
	setsockopt(tcp->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	connect(tcp->socket, (struct sockaddr*)&address, sizeof(address));
	sockets[count++] = tcp;
	tcpOpened++;
}

static void tcpClose(xsMachine* the)
{
	TCP* tcp = xsmcGetHostData(xsThis);
	if (!tcp)
		return;
	close(tcp->socket);
	tcp->closed = true;
	xsForget(tcp->self);
	xsmcSetHostData(xsThis, NULL);
}

static TCP* opened(xsMachine* the)
{
	TCP* tcp = xsmcGetHostData(xsThis);
	if (!tcp)
		xsUnknownError("socket is closed");
	return tcp;
}

static void tcpRead(xsMachine* the)
{
	TCP* tcp = opened(the);
	if (!tcp->readable)
		return;
	void* into = NULL;
	xsUnsignedValue wanted = tcp->readable;
	if (xsmcArgc > 0 && xsmcTypeOf(xsArg(0)) == xsReferenceType)
		xsmcGetBufferWritable(xsArg(0), &into, &wanted);
	else if (xsmcArgc > 0)
		wanted = xsmcToInteger(xsArg(0));
	if (wanted < 1 || wanted > tcp->readable)
		xsUnknownError("invalid");
	if (into)
		xsmcSetInteger(xsResult, wanted);
	else {
		xsmcSetArrayBuffer(xsResult, NULL, wanted);
		into = xsmcToArrayBuffer(xsResult);
	}
	memcpy(into, tcp->bytes + tcp->position, wanted);
	tcp->position += wanted;
	tcp->readable -= wanted;
}

static void tcpWrite(xsMachine* the)
{
	TCP* tcp = opened(the);
	void* data;
	xsUnsignedValue length;
	xsmcGetBufferReadable(xsArg(0), &data, &length);
	if (length > tcp->writable)
		xsUnknownError("would block");
	if (tcp->failed)
		return;
	if (send(tcp->socket, data, length, MSG_NOSIGNAL) < 0)
		tcp->failed = true;
	tcp->writable -= length;
	xsmcSetInteger(xsResult, tcp->writable);
}

void tcpInstall(xsMachine* the)
{
	hostClass(the, "TCP", tcpConstruct, "close", tcpClose, "read", tcpRead, "write", tcpWrite, NULL);
}

int tcpOpen(void)
{
	int open = 0;
	for (int i = 0; i < count; i++)
		open += !sockets[i]->closed;
	return open;
}

/* Waits until a socket is ready or the time is up. Returns the number of open sockets. */
int tcpWait(double milliseconds)
{
	struct pollfd polled[SOCKETS];
	for (int i = 0; i < count; i++) {
		TCP* tcp = sockets[i];
		bool ended = tcp->closed || tcp->failed;
		if (tcp->failed && !tcp->readable && !tcp->told)
			milliseconds = 0;
		polled[i].fd = ended ? -1 : tcp->socket;
		polled[i].events = (tcp->writable < WINDOW ? POLLOUT : 0) | (tcp->readable < WINDOW ? POLLIN : 0);
		polled[i].revents = 0;
	}
	poll(polled, count, (int)ceil(milliseconds));
	for (int i = 0; i < count; i++)
		sockets[i]->news = polled[i].revents != 0;
	return count;
}

static void receive(TCP* tcp)
{
	memmove(tcp->bytes, tcp->bytes + tcp->position, tcp->readable);
	tcp->position = 0;
	ssize_t received = recv(tcp->socket, tcp->bytes + tcp->readable, WINDOW - tcp->readable, 0);
	if (received > 0)
		tcp->readable += received;
	else if (received == 0 || (errno != EAGAIN && errno != EINTR))
		tcp->failed = true;
}

static void tell(xsMachine* the, TCP* tcp)
{
	int error = 0;
	socklen_t size = sizeof(error);
	struct pollfd polled = { tcp->socket, POLLIN | POLLOUT, 0 };
	poll(&polled, 1, 0);
	getsockopt(tcp->socket, SOL_SOCKET, SO_ERROR, &error, &size);
	tcp->failed |= error != 0;
	bool grown = !tcp->failed && (polled.revents & POLLOUT) && tcp->writable < WINDOW;
	unsigned before = tcp->readable;
	if (!tcp->failed && (polled.revents & (POLLIN | POLLHUP)) && tcp->readable < WINDOW)
		receive(tcp);
	if (grown) {
		tcp->writable = WINDOW;
		hostCall(the, tcp->onWritable, &tcp->self, WINDOW);
	}
	if (!tcp->closed && tcp->readable > before)
		hostCall(the, tcp->onReadable, &tcp->self, tcp->readable);
}

/* Calls back what `tcpWait` has seen. */
void tcpRun(xsMachine* the)
{
	for (int i = 0; i < count; i++) {
		TCP* tcp = sockets[i];
		if (tcp->news && !tcp->closed)
			tell(the, tcp);
		if (tcp->failed && !tcp->readable && !tcp->told && !tcp->closed) {
			tcp->told = true;
			hostCall(the, tcp->onError, &tcp->self, -1);
		}
	}
	int kept = 0;
	for (int i = 0; i < count; i++) {
		if (sockets[i]->closed)
			free(sockets[i]);
		else
			sockets[kept++] = sockets[i];
	}
	count = kept;
}
