/*
 * operations.c - the operations port: metrics of this gateway and, through it, of
 * services.
 *
 *     /metrics            this gateway
 *     /metrics/{service}  each replica of a service
 *     /metrics/services   each replica of every service
 *     /metrics/all        both
 *
 * Services need no port of their own for metrics, and stay confined. They answer on the
 * bus, whose keys authenticate the gateway.
 */
#include "gateway/operations.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/metrics/metrics.h"
#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/observe/exposition.h"
#include "gateway/core/observe/metrics.h"
#include "gateway/core/problem/problem.h"

#define SCRAPE_TIMEOUT_MS 2000
#define TEXT_FORMAT "text/plain; version=0.0.4"
#define BEARER "Bearer "

/* The most replicas of one scrape. Others are left out, and counted. */
#define REPLICAS_MAX 64

/* The processes whose metrics a path requests. */
struct wanted {
	bool own;
	bool services[SERVICE_COUNT];
};

struct scrape;

/* A call to one replica. */
struct asked {
	struct scrape *scrape;
	enum service_name service;
	uint64_t call; /* 0 = it has ended */
	bool answered;
	char name[BUS_REPLICA_NAME_MAX];
	const char *text; /* NULL = nothing */
};

/* A request that waits for the answers of services. */
struct scrape {
	struct http_request *request;
	bool own;
	size_t waiting, count, left_out;
	struct asked asked[REPLICAS_MAX];
};

static void
refuse(struct http_request *request, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	problem_answer(request, &reply, request_id_of(request));
}

/* Writes which replicas were called, and whether they answered. */
static void
print_replicas(struct buffer *out, const struct scrape *scrape)
{
	metrics_family(out, "kith_replica_up", "gauge",
		"Whether a replica of a service answered this scrape in time.");
	for (size_t i = 0; i < scrape->count; i++)
		metrics_add(out, "kith_replica_up{service=\"%s\",replica=\"%s\"} %d\n",
			service_names[scrape->asked[i].service], scrape->asked[i].name,
			scrape->asked[i].answered);
	metrics_family(out, "kith_replicas_left_out", "gauge",
		"Replicas that were not asked, as there are too many for one scrape.");
	metrics_add(out, "kith_replicas_left_out{service=\"gateway\"} %zu\n",
		scrape->left_out);
}

/* Answers the request when all calls have ended. */
static void
finish(struct scrape *scrape)
{
	struct http_request *request = scrape->request;
	struct exposition documents[REPLICAS_MAX + 1];
	struct buffer own = {.arena = request->arena}, all = {.arena = request->arena};

	if (scrape->own) {
		metrics_print(&own, GATEWAY_OF(request));
		load_print(&own);
	}
	if (scrape->count + scrape->left_out > 0)
		print_replicas(&own, scrape);
	buffer_append(&own, "", 1);
	documents[0] = (struct exposition){.text = (const char *)own.data};
	for (size_t i = 0; i < scrape->count; i++)
		documents[i + 1] =
			(struct exposition){scrape->asked[i].text, scrape->asked[i].name};
	exposition_merge(&all, documents, scrape->count + 1);
	request->exchange = NULL;
	http_answer(request,
		&(struct http_answer){
			.status = 200,
			.content_type = TEXT_FORMAT,
			.body = all.data,
			.size = all.size,
		});
}

/* The text in an answer; NULL when it is malformed. */
static const char *
text_of(struct arena *arena, const struct bus_result *result)
{
	struct message_reply reply;
	struct wire_reader reader;
	struct wire_value text;

	if (result->outcome != BUS_ANSWERED ||
		!message_decode_reply(arena, result->body, result->size, &reply) ||
		reply.problem != PROBLEM_NONE)
		return NULL;
	reader = wire_read(reply.output, reply.output_size);
	text = wire_next(&reader);
	return text.type == WIRE_STRING ? arena_copy(arena, text.data, text.size) : NULL;
}

/* The call to a replica has ended, with one string or a problem. */
static void
scraped(void *data, const struct bus_result *result)
{
	struct asked *asked = data;
	struct scrape *scrape = asked->scrape;

	asked->call = 0;
	asked->text = text_of(scrape->request->arena, result);
	asked->answered = asked->text != NULL;
	if (--scrape->waiting == 0)
		finish(scrape);
}

/* The message of a call for metrics. */
static struct buffer
question(struct http_request *request)
{
	static const struct op metrics = {.name = MESSAGE_METRICS};
	struct arena *arena = request->arena;
	struct buffer input = {.arena = arena}, message = {.arena = arena};
	struct call call = {
		.op = &metrics,
		.arena = arena,
		.request_id = request_id_of(request),
		.traceparent = traceparent_of(request),
		.deadline_unix_ms = clock_unix_us() / 1000 + SCRAPE_TIMEOUT_MS,
		.principal.via = VIA_OPERATOR,
	};

	wire_map(&input, 0);
	message_encode_call(&message, &call, input.data, input.size);
	return message;
}

/* Calls every ready replica of a service. */
static void
ask_service(
	struct scrape *scrape, enum service_name service, const struct buffer *message)
{
	struct bus *bus = GATEWAY_OF(scrape->request)->bus;
	const int replicas = bus_replicas(bus, service);

	for (int i = 0; i < replicas; i++) {
		struct asked *asked = &scrape->asked[scrape->count];

		if (scrape->count == REPLICAS_MAX) {
			scrape->left_out += (size_t)(replicas - i);
			return;
		}
		*asked = (struct asked){.scrape = scrape, .service = service};
		asked->call = bus_call_replica(bus, service, (size_t)i, message->data,
			message->size, clock_monotonic_ms() + SCRAPE_TIMEOUT_MS, scraped,
			asked, asked->name);
		if (asked->call == 0)
			return;
		scrape->count++;
		scrape->waiting++;
	}
}

static void
scrape(struct http_request *request, const struct wanted *wanted)
{
	struct scrape *scrape = arena_alloc(request->arena, sizeof(*scrape));
	struct buffer message = question(request);

	scrape->request = request;
	scrape->own = wanted->own;
	request->exchange = scrape;
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		if (wanted->services[i])
			ask_service(scrape, (enum service_name)i, &message);
	}
	if (scrape->waiting == 0)
		finish(scrape);
}

/* Reads which metrics a path requests; false for an unknown path. */
static bool
read_path(const struct http_request *request, struct wanted *wanted)
{
	const char *name = request->segment_count == 2 ? request->segments[1].data : "";
	const bool all = strcmp(name, "all") == 0 || strcmp(name, "services") == 0;
	bool any = all;

	*wanted = (struct wanted){.own = request->segment_count == 1 || name[0] == 'a'};
	if (request->path_malformed || request->segment_count == 0 ||
		request->segment_count > 2 ||
		strcmp(request->segments[0].data, "metrics") != 0)
		return false;
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		wanted->services[i] = (all || strcmp(service_names[i], name) == 0) &&
			bus_replicas(GATEWAY_OF(request)->bus, (enum service_name)i) >= 0;
		any = any || wanted->services[i];
	}
	return request->segment_count == 1 || any;
}

/* Whether the caller has sent the configured token, if there is one. */
static bool
is_permitted(const struct http_request *request)
{
	const struct text *token = &GATEWAY_OF(request)->config->metrics_token;
	const char *sent = http_header(request, "Authorization");
	uint8_t hashes[2][HASH_SIZE];

	if (token->size == 0)
		return true;
	if (sent == NULL || strncmp(sent, BEARER, strlen(BEARER)) != 0)
		return false;
	sent += strlen(BEARER);
	secret_hash(sent, strlen(sent), hashes[0]);
	secret_hash(token->data, token->size, hashes[1]);
	return secret_equal(hashes[0], hashes[1], HASH_SIZE);
}

bool
operations_handle(struct http_request *request, enum http_stage stage)
{
	struct wanted wanted;

	request->body_bytes_max = 0;
	if (stage == HTTP_HEADERS)
		return true;
	if (stage == HTTP_REFUSED)
		refuse(request, request->refusal, request->refusal_detail);
	else if (!is_permitted(request))
		refuse(request, PROBLEM_UNAUTHENTICATED,
			"Send KITH_METRICS_TOKEN as a bearer token");
	else if (!read_path(request, &wanted))
		refuse(request, PROBLEM_ROUTE_NOT_FOUND, NULL);
	else
		scrape(request, &wanted);
	return false;
}

void
operations_gone(struct http_request *request)
{
	struct scrape *scrape = request->exchange;

	for (size_t i = 0; scrape != NULL && i < scrape->count; i++) {
		if (scrape->asked[i].call != 0)
			bus_cancel(GATEWAY_OF(request)->bus, scrape->asked[i].call);
	}
}
