/*
 * inside.h - private declarations of the SMTP client: one message in transit.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_SMTP_INSIDE_H
#define KITH_SERVICES_NOTIFICATIONS_SMTP_INSIDE_H

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>

#include "services/notifications/smtp/smtp.h"

#define SMTP_REPLY_MAX 200

/* The last SMTP command that was sent for the message. */
enum smtp_stage {
	SMTP_STAGE_HELLO, /* connecting, TLS and authentication */
	SMTP_STAGE_FROM,
	SMTP_STAGE_TO,
	SMTP_STAGE_DATA,
};

enum smtp_state {
	SMTP_FREE,
	SMTP_GIVEN, /* owned by the connection's thread */
	SMTP_ENDED, /* with a result for smtp_next() */
};

/* A message and its connection. While the state is SMTP_GIVEN, it belongs to the
 * connection's thread, otherwise to the owner of `smtp`. */
struct smtp_message {
	struct smtp *smtp;
	CURL *easy;
	pthread_t thread;
	pthread_cond_t given;
	bool started;          /* the thread runs; it starts with the first message */
	enum smtp_state state; /* guarded by smtp->lock */
	atomic_bool stopping;  /* asks the thread to stop */
	int64_t deadline_ms;
	CURLcode code;
	struct curl_slist *to;
	const struct buffer *data;
	size_t sent;
	void *tag;
	enum smtp_stage stage;
	bool ended; /* QUIT was sent; later replies do not concern the message */
	char reply[SMTP_REPLY_MAX]; /* the last reply line */
	char error[CURL_ERROR_SIZE];
};

/* libcurl's CURLOPT_DEBUGFUNCTION: records the stage and the last reply of the message
 * `data`. */
int smtp_listen(CURL *easy, curl_infotype type, char *bytes, size_t size, void *data);

/* Fills in the result of a message that libcurl has finished with `code`. */
void
smtp_judge(const struct smtp_message *message, CURLcode code, struct smtp_result *result);

#endif
