/*
 * service_client.h - a service in a child process of the test, and an unmodified libnng
 * client of it.
 */
#ifndef KITH_TEST_SERVICE_CLIENT_H
#define KITH_TEST_SERVICE_CLIENT_H

#include <nng/nng.h>
#include <sys/types.h>

#include "common/bus/message.h"

/* A port of the loopback address that was free a moment ago. */
uint16_t service_client_free_port(void);

/* Sets the address of the next services and the next clients; NULL restores the
 * default. */
void service_client_listen_at(const char *address);

/* Runs this test binary again with the argument "serve", which must call service_main()
 * for the content service. Its bus is `directory`/content.ipc. */
pid_t service_client_start(const char *directory);

/* Sets the text of the next services' key file, and the service whose key the next
 * clients use; NULL and SERVICE_CONTENT restore the defaults. */
void service_client_keys(const char *file, enum service_name signer);

/* Sends a signal and returns the exit status; -1 when the process does not end within 12
 * s. */
int service_client_stop(pid_t pid, int signal_number);

/* A REQ socket that is connected to the service; waits until the service listens. Each
 * answer has a limit of 2 s. */
nng_socket service_client_dial(const char *directory);

/* Closes the socket. libnng 1.5.2 sometimes hangs in this when the service has just
 * closed the connection. The socket is leaked then, because the service is not at
 * fault. */
void service_client_close(nng_socket socket);

/* Sets the caller of later calls; zero = anonymous. */
void service_client_call_as(struct uuid member);

/* The signed frame of a call with a new nonce, in the scratch arena. */
struct buffer service_client_frame(const char *op, const char *json, int64_t deadline_ms);

/* The same with this nonce, and a new request id. */
struct buffer service_client_frame_of(
	uint64_t nonce, const char *op, const char *json, int64_t deadline_ms);

/* The body of a reply to a frame; NULL when it is not authentic. */
const uint8_t *service_client_open(
	const struct buffer *frame, const void *reply, size_t size, size_t *body_size);

/* Sends a frame and waits for the answer; false without an authentic one. */
bool service_client_exchange(
	nng_socket socket, const void *frame, size_t size, struct message_reply *reply);

/* Makes a valid call and waits for the answer. */
bool service_client_call(
	nng_socket socket, const char *op, const char *json, struct message_reply *reply);

#endif
