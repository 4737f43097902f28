/*
 * service_client.h - a service of the test's own in another process, and an unmodified libnng
 * client of it.
 */
#ifndef KITH_TEST_SERVICE_CLIENT_H
#define KITH_TEST_SERVICE_CLIENT_H

#include <nng/nng.h>
#include <sys/types.h>

#include "common/message.h"

/* The next services listen at this address and the next clients dial it; NULL undoes it. */
void service_client_listen_at(const char *address);

/* Runs this test binary again with the argument "serve", which must call service_main(); its
 * bus is `directory`/content.ipc. */
pid_t service_client_start(const char *directory);

/* Sends a signal and answers the exit status; -1 when it does not end within 12 s. */
int service_client_stop(pid_t pid, int signal_number);

/* A REQ socket on the service, waiting until it listens; 2 s for each answer. */
nng_socket service_client_dial(const char *directory);

/* A signed frame of a call with 5 s to go, in the scratch arena. */
struct buffer service_client_frame(const char *op, const char *json, int64_t deadline_ms);

/* Sends bytes and waits for the answer; false when none comes. */
bool service_client_exchange(
	nng_socket socket, const void *frame, size_t size, struct message_reply *reply);

/* Both at once, for a call that is in order. */
bool service_client_call(
	nng_socket socket, const char *op, const char *json, struct message_reply *reply);

#endif
