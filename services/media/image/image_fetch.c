#include "services/media/fetch/fetch.h"
#include "services/media/handlers.h"
#include "services/media/image/image.h"

/* Returns the error for the member, or NULL. All hosts of the operator's network have
 * the same error. */
static const char *
why(enum fetch_outcome outcome, const struct fetch_answer *answer)
{
	switch (outcome) {
	case FETCH_URL:
		return "an address must begin with http:// or https://,"
		       " use port 80 or "
		       "443, and have no user name";
	case FETCH_TOO_LARGE:
		return "the file at this address is larger than 8 MiB";
	case FETCH_REFUSED:
	case FETCH_FAILED:
		return "nothing can be fetched from this address";
	case FETCH_DONE:
		break;
	}
	return answer->status == 200 ? NULL : "nothing can be fetched from this address";
}

enum problem
image_fetch(struct call *call, const void *input)
{
	const struct image_fetch_in *in = input;
	const struct fetch_request request = {.url = in->url.data,
		.bytes_max = IMAGE_BYTES_MAX,
		.redirects_max = FETCH_REDIRECTS_MAX};
	struct fetch_answer answer = {.type = ""};
	enum fetch_outcome outcome = fetch(call->arena, &request, &answer);
	const char *fault = why(outcome, &answer);
	struct image_source_bytes source;

	if (fault != NULL)
		return call_fault(call, "#/url", FAULT_FETCH_FAILED, "%s", fault);
	source = (struct image_source_bytes){.data = answer.body.data,
		.size = answer.body.size,
		.type = answer.type,
		.fetched = true};
	return image_make(call, &source, &in->use);
}
