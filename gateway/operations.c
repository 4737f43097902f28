#include "gateway/operations.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/wire/wire.h"
#include "gateway/edge/metrics.h"

#define SCRAPE_TIMEOUT_MS 2000
#define TEXT_FORMAT "text/plain; version=0.0.4"

/* A request that waits for a service's metrics. */
struct scrape {
	struct http_request *request;
	uint64_t call;
};

static void
refuse(struct http_request *request, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	problem_answer(request, &reply, request_id_of(request));
}

static void
answer_text(struct http_request *request, const void *text, size_t size)
{
	http_answer(request,
		&(struct http_answer){
			.status = 200,
			.content_type = TEXT_FORMAT,
			.body = text,
			.size = size,
		});
}

/* The service has answered with one string. */
static void
scraped(void *data, const struct bus_result *result)
{
	struct scrape *scrape = data;
	struct http_request *request = scrape->request;
	struct message_reply reply;
	struct wire_reader reader;
	struct wire_value text;

	scrape->call = 0;
	if (result->outcome != BUS_ANSWERED ||
		!message_decode_reply(
			request->arena, result->body, result->size, &reply) ||
		reply.problem != PROBLEM_NONE) {
		refuse(request, PROBLEM_SERVICE_UNAVAILABLE, NULL);
		return;
	}
	reader = wire_read(reply.output, reply.output_size);
	text = wire_next(&reader);
	if (text.type != WIRE_STRING) {
		refuse(request, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	answer_text(request, arena_copy(request->arena, text.data, text.size), text.size);
}

/* Asks one replica of a service. */
static void
scrape_service(struct http_request *request, enum service_name service)
{
	static const struct op metrics = {.name = MESSAGE_METRICS};
	struct arena *arena = request->arena;
	struct scrape *scrape = arena_alloc(arena, sizeof(*scrape));
	struct buffer input = {.arena = arena}, message = {.arena = arena};
	struct call call = {
		.op = &metrics,
		.arena = arena,
		.request_id = request_id_of(request),
		.traceparent = traceparent_of(request),
		.deadline_unix_ms = clock_unix_us() / 1000 + SCRAPE_TIMEOUT_MS,
		.principal.via = VIA_OPERATOR,
	};

	scrape->request = request;
	request->exchange = scrape;
	wire_map(&input, 0);
	message_encode_call(&message, &call, input.data, input.size);
	scrape->call =
		bus_call(GATEWAY_OF(request)->bus, service, message.data, message.size,
			clock_monotonic_ms() + SCRAPE_TIMEOUT_MS, true, scraped, scrape);
}

/* The deployed service that the path names; SERVICE_COUNT when there is none. */
static enum service_name
service_of(const struct http_request *request)
{
	if (request->segment_count != 2)
		return SERVICE_COUNT;
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		if (strcmp(service_names[i], request->segments[1].data) == 0 &&
			bus_replicas(GATEWAY_OF(request)->bus, (enum service_name)i) >= 0)
			return (enum service_name)i;
	}
	return SERVICE_COUNT;
}

bool
operations_handle(struct http_request *request, enum http_stage stage)
{
	bool metrics = !request->path_malformed && request->segment_count > 0 &&
		strcmp(request->segments[0].data, "metrics") == 0;

	request->body_bytes_max = 0;
	if (stage == HTTP_HEADERS)
		return true;
	if (stage == HTTP_REFUSED) {
		refuse(request, request->refusal, request->refusal_detail);
		return false;
	}
	if (metrics && request->segment_count == 1) {
		struct buffer text = {.arena = request->arena};

		metrics_print(&text);
		answer_text(request, text.data, text.size);
	} else if (metrics && service_of(request) != SERVICE_COUNT) {
		scrape_service(request, service_of(request));
	} else {
		refuse(request, PROBLEM_ROUTE_NOT_FOUND, NULL);
	}
	return false;
}

void
operations_gone(struct http_request *request)
{
	const struct scrape *scrape = request->exchange;

	if (scrape != NULL && scrape->call != 0)
		bus_cancel(GATEWAY_OF(request)->bus, scrape->call);
}
