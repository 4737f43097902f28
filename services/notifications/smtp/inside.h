/*
 * inside.h - what the files of this room share: one message on its way.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_SMTP_INSIDE_H
#define KITH_SERVICES_NOTIFICATIONS_SMTP_INSIDE_H

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>

#include "services/notifications/smtp/smtp.h"

#define SMTP_REPLY_MAX 200

/* How far the conversation has come: the last command that was sent for the message. */
enum smtp_stage {
	SMTP_STAGE_HELLO, /* everything before: connecting, TLS, signing in */
	SMTP_STAGE_FROM,
	SMTP_STAGE_TO,
	SMTP_STAGE_DATA,
};

enum smtp_state {
	SMTP_FREE,
	SMTP_GIVEN, /* the connection's thread has it, or is about to */
	SMTP_ENDED, /* with a result that nobody has asked for yet */
};

/* A message, and the connection that it travels over. The connection's thread has to do with the
 * message as long as it is SMTP_GIVEN, the owner otherwise. */
struct smtp_message {
	struct smtp *smtp;
	CURL *easy;
	pthread_t thread;
	pthread_cond_t given;
	bool started;           /* the thread, when it is first of use */
	enum smtp_state state;  /* under the lock */
	atomic_bool broken_off; /* the thread is to end */
	int64_t deadline_ms;
	CURLcode code;
	struct curl_slist *to;
	const struct buffer *data;
	size_t sent;
	void *tag;
	enum smtp_stage stage;
	bool ended; /* what the server says now is no answer to the message */
	char reply[SMTP_REPLY_MAX]; /* the last line that the server said */
	char error[CURL_ERROR_SIZE];
};

/* libcurl's CURLOPT_DEBUGFUNCTION: notes how far the message, `data`, has come. */
int smtp_listen(CURL *easy, curl_infotype type, char *bytes, size_t size, void *data);

/* What became of a message that libcurl is done with. */
void
smtp_judge(const struct smtp_message *message, CURLcode code, struct smtp_result *result);

#endif
