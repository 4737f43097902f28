/*
 * service_client.h - a service of the test's own in another process, and an unmodified libnng
 * client of it.
 */
#ifndef KITH_TEST_SERVICE_CLIENT_H
#define KITH_TEST_SERVICE_CLIENT_H

#include <nng/nng.h>
#include <sys/types.h>

#include "common/bus/message.h"

/* A port of the loopback address that was free a moment ago. */
uint16_t service_client_free_port(void);

/* The next services listen at this address and the next clients dial it; NULL undoes it. */
void service_client_listen_at(const char *address);

/* Runs this test binary again with the argument "serve", which must call service_main() for the
 * content service; its bus is `directory`/content.ipc. */
pid_t service_client_start(const char *directory);

/* The next services get this text as their key file, the next clients this service's key; NULL
 * and SERVICE_CONTENT undo it. */
void service_client_keys(const char *file, enum service_name signer);

/* Sends a signal and answers the exit status; -1 when it does not end within 12 s. */
int service_client_stop(pid_t pid, int signal_number);

/* A REQ socket on the service, waiting until it listens; 2 s for each answer. */
nng_socket service_client_dial(const char *directory);

/* Closes it. libnng 1.5.2 sometimes never comes back from that when the service has cut the
 * connection off just before: the socket is given up then, as that is no fault of the service. */
void service_client_close(nng_socket socket);

/* The member that later calls are made for; zero = nobody. */
void service_client_call_as(struct uuid member);

/* The signed frame of a call with a nonce of its own, in the scratch arena. */
struct buffer service_client_frame(const char *op, const char *json, int64_t deadline_ms);

/* The same with this nonce. Its request has an id of its own. */
struct buffer service_client_frame_of(
	uint64_t nonce, const char *op, const char *json, int64_t deadline_ms);

/* The body of a reply to a frame; NULL when it is not authentic. */
const uint8_t *service_client_open(
	const struct buffer *frame, const void *reply, size_t size, size_t *body_size);

/* Sends a frame and waits for the answer; false when none comes, or a forged one. */
bool service_client_exchange(
	nng_socket socket, const void *frame, size_t size, struct message_reply *reply);

/* Both at once, for a call that is in order. */
bool service_client_call(
	nng_socket socket, const char *op, const char *json, struct message_reply *reply);

#endif
