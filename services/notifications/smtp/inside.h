/*
 * inside.h - what the files of this room share: one message on its way.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_SMTP_INSIDE_H
#define KITH_SERVICES_NOTIFICATIONS_SMTP_INSIDE_H

#include <curl/curl.h>

#include "services/notifications/smtp/smtp.h"

#define SMTP_REPLY_MAX 200

/* How far the conversation has come: the last command that was sent for the message. */
enum smtp_stage {
	SMTP_STAGE_HELLO, /* everything before: connecting, TLS, signing in */
	SMTP_STAGE_FROM,
	SMTP_STAGE_TO,
	SMTP_STAGE_DATA,
};

struct smtp_message {
	CURL *easy;
	struct curl_slist *to;
	const struct buffer *data;
	size_t sent;
	void *tag;
	bool busy;
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
