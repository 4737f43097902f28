/*
 * store.c - checks the object store of images: its address, the key, and the bucket.
 */
#include <string.h>

#include "common/config/config.h"
#include "services/ctl/doctor/inside.h"
#include "services/media/objects/store.h"

#define REQUEST_MS 5000
#define ANSWER_BYTES_MAX ((size_t)16 * 1024)

static void
judge(struct doctor *doctor, const struct store_request *request)
{
	const char *url = config()->s3_url.data;

	if (request->fault != NULL)
		doctor_note(doctor, "store", FINDING_FAULT,
			"start the store, or correct KITH_S3_URL; until then images in "
			"it are answered with 503",
			"the object store at %s cannot be reached: %s", url,
			request->fault);
	else if (strcmp(request->code, "NoSuchKey") == 0)
		doctor_note(doctor, "store", FINDING_OK, NULL,
			"the object store at %s accepts the key", url);
	else if (strcmp(request->code, "AccessDenied") == 0)
		doctor_note(doctor, "store", FINDING_WARNING,
			"nothing, if images can be set; otherwise let the key get, put "
			"and delete objects of this bucket",
			"the object store at %s does not tell this key whether an object "
			"exists",
			url);
	else
		doctor_note(doctor, "store", FINDING_FAULT,
			"correct the KITH_S3_ settings or the store; the section Images "
			"of docs/operations.md explains the error codes",
			"the object store at %s refuses requests: status %ld %s", url,
			request->status, request->code);
}

/* Asks for an object that does not exist: the key may read objects, but not list them. */
void
doctor_store(struct doctor *doctor)
{
	const struct config *settings = config();
	const struct store_settings given = {settings->s3_url, settings->s3_region,
		settings->s3_access_key, settings->s3_secret_key, settings->s3_ca};
	struct store_request request = {.method = "GET",
		.key = "kithctl-doctor",
		.within_ms = REQUEST_MS,
		.connect_ms = REQUEST_MS,
		.answer = {.body.arena = doctor->arena, .bytes_max = ANSWER_BYTES_MAX}};
	struct sandbox_server reach;
	struct store store = {0};
	const char *why;

	if (settings->s3_url.size == 0)
		return;
	why = store_open(doctor->arena, &store, &given, &reach);
	if (why != NULL) {
		doctor_note(doctor, "store", FINDING_FAULT,
			"correct the KITH_S3_ settings", "KITH_S3_URL: %s", why);
		return;
	}
	store_ask(&store, &request);
	judge(doctor, &request);
}
