/*
 * A request's first line and body: "GET /v1/posts?limit=5", then JSON. The meaning of a
 * path does not depend on its encoding, and path, query and body become one valid map.
 */
#include "common/input/input.h"
#include "common/text/text.h"
#include "common/wire/wire.h"
#include "gateway/http/path.h"
#include "gateway/rest/fault.h"
#include "gateway/rest/input.h"
#include "gateway/rest/router.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/gateway/rest/fake_request.h"

/* Takes the method off the line; METHOD_NONE when no operation has it. */
static enum method
take_method(const char **line)
{
	size_t size = strcspn(*line, " ");

	for (int method = METHOD_NONE + 1; method < METHOD_COUNT; method++) {
		if (strlen(method_names[method]) == size &&
			memcmp(*line, method_names[method], size) == 0) {
			*line += size + ((*line)[size] == ' ');
			return (enum method)method;
		}
	}
	return METHOD_NONE;
}

/* Whether the checks of the head would accept the target. */
static bool
is_vetted(const char *target)
{
	for (const char *at = target; *at; at++) {
		if (*at <= 0x20 || *at >= 0x7f || *at == '#')
			return false;
	}
	return target[0] == '/';
}

static void
check_text(const struct text *text)
{
	FUZZ_HOLDS(text->presence == GIVEN && strlen(text->data) == text->size);
	FUZZ_HOLDS(utf8_valid(text->data, text->size));
}

static void
check_parts(const struct http_request *request)
{
	for (size_t i = 0; i < request->segment_count; i++) {
		const struct text *segment = &request->segments[i];

		check_text(segment);
		FUZZ_HOLDS(segment->size > 0 && strpbrk(segment->data, "/\\") == NULL);
		FUZZ_HOLDS(strcmp(segment->data, ".") != 0);
		FUZZ_HOLDS(strcmp(segment->data, "..") != 0);
	}
	for (size_t i = 0; i < request->query_count; i++) {
		check_text(&request->query[i].name);
		check_text(&request->query[i].value);
	}
}

/* The same path with every byte of its segments encoded has the same segments. */
static void
check_encoded(const struct http_request *request)
{
	struct http_request again = {.arena = request->arena};
	struct buffer path = {.arena = request->arena};

	for (size_t i = 0; i < request->segment_count; i++) {
		const struct text *segment = &request->segments[i];

		buffer_append(&path, "/", 1);
		for (size_t at = 0; at < segment->size; at++) {
			const char *encoded = arena_printf(request->arena, "%%%02x",
				(unsigned)(unsigned char)segment->data[at]);

			buffer_append(&path, encoded, 3);
		}
	}
	buffer_append(&path, "", 1);
	http_path_take_apart(&again, (const char *)path.data);
	FUZZ_HOLDS(again.segment_count == request->segment_count);
	for (size_t i = 0; i < again.segment_count; i++)
		FUZZ_HOLDS(
			strcmp(again.segments[i].data, request->segments[i].data) == 0);
}

static void
check_input(const struct http_request *request, const struct route *route)
{
	struct rest_input input = {.map = {.arena = request->arena}};
	struct input_result result;

	for (size_t i = 0; i < route->parameter_count; i++)
		check_text(&route->parameters[i].value);
	rest_input_read(&input, request, route);
	if (input.problem != PROBLEM_NONE)
		return;
	FUZZ_HOLDS(wire_check(input.map.data, input.map.size));
	if (route->op->input == NULL)
		return;
	result = input_decode(
		request->arena, route->op->input, input.map.data, input.map.size);
	rest_fault_place(request->arena, result.faults, route);
	for (const struct fault *fault = result.faults; fault != NULL;
		fault = fault->next)
		FUZZ_HOLDS(fault->pointer != NULL || fault->parameter != NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = {.arena = fuzz_arena(), .data = data, .size = size};
	const char *target = fuzz_line(&input);
	struct http_request request = fake_request(input.arena, "", "");
	struct route route;

	request.method = take_method(&target);
	if (!is_vetted(target))
		return 0;
	fake_header_add("Content-Type", "application/json");
	request.body = input.data;
	request.body_size = input.size;
	http_path_take_apart(&request, target);
	check_parts(&request);
	if (!request.path_malformed && request.segment_count > 0)
		check_encoded(&request);
	route = router_find(request.segments, request.segment_count, request.method);
	router_allow(input.arena, route.allowed);
	if (!request.path_malformed && !request.query_malformed && route.op != NULL)
		check_input(&request, &route);
	return 0;
}
