/*
 * store.c - checks the object store of images: its address, the key, and the bucket.
 */
#include <string.h>

#include "common/config/config.h"
#include "services/ctl/doctor/inside.h"

#define CODE_MAX 64

/* The error code of an answer: <Code>NoSuchKey</Code>. */
static const char *
code_of(struct doctor *doctor, const struct doctor_answer *answer)
{
	const char *at = strstr((const char *)answer->body.data, "<Code>");

	if (at == NULL)
		return "";
	at += strlen("<Code>");
	return arena_printf(doctor->arena, "%.*s",
		(int)(strcspn(at, "<") < CODE_MAX ? strcspn(at, "<") : CODE_MAX), at);
}

/* Asks for an object that does not exist: the key may read objects, but not list them. */
void
doctor_store(struct doctor *doctor)
{
	static const char hint[] =
		"correct the KITH_S3_ settings or the store; the section Images of "
		"docs/operations.md explains the error codes";
	size_t size = config()->s3_url.size;
	const char *url, *code;
	struct doctor_answer answer;

	if (size == 0)
		return;
	while (config()->s3_url.data[size - 1] == '/')
		size--;
	url = arena_copy(doctor->arena, config()->s3_url.data, size);
	doctor_get_signed(
		doctor, arena_printf(doctor->arena, "%s/kithctl-doctor", url), &answer);
	if (answer.fault != NULL) {
		doctor_note(doctor, "store", FINDING_FAULT,
			"start the store, or correct KITH_S3_URL; until then images in "
			"it are answered with 503",
			"the object store at %s cannot be reached: %s", url,
			answer.fault);
		return;
	}
	code = code_of(doctor, &answer);
	if (strcmp(code, "NoSuchKey") == 0)
		doctor_note(doctor, "store", FINDING_OK, NULL,
			"the object store at %s accepts the key", url);
	else if (strcmp(code, "AccessDenied") == 0)
		doctor_note(doctor, "store", FINDING_WARNING,
			"nothing, if images can be set; otherwise let the key get, put "
			"and delete objects of this bucket",
			"the object store at %s does not tell this key whether an object "
			"exists",
			url);
	else
		doctor_note(doctor, "store", FINDING_FAULT, hint,
			"the object store at %s refuses requests: status %ld %s", url,
			answer.status, code);
}
