#include "services/media/fetch/fetch.h"
#include "services/media/handlers.h"
#include "services/media/image/image.h"

/* What a member is told. It is the same for whatever is inside of the operator's network. */
static const char *
why(enum fetch_outcome outcome, const struct fetch_answer *answer)
{
	switch (outcome) {
	case FETCH_URL:
		return "an address must begin with http:// or https://, on port 80 or 443, "
		       "without a user name";
	case FETCH_TOO_LARGE:
		return "what is at this address is larger than 8 MiB";
	case FETCH_REFUSED:
	case FETCH_FAILED:
		return "nothing can be fetched from this address";
	case FETCH_DONE:
		break;
	}
	return answer->status == 200 ? NULL : "nothing can be fetched from this address";
}

/* Makes and stores an image that is at an address. */
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
