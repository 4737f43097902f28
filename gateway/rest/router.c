#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway/rest/router.h"

/* A path of the contract, split into segments. */
struct pattern {
	struct text segments[ROUTE_SEGMENTS_MAX]; /* the name of a {parameter} */
	bool parameter[ROUTE_SEGMENTS_MAX];
	size_t count;
	const struct op *ops[METHOD_COUNT];
};

static struct pattern *patterns;
static size_t pattern_count;

/* Splits "/v1/posts/{id}"; tests of the contract bound paths. */
static struct pattern
split(const char *path)
{
	struct pattern pattern = {0};

	while (*path == '/') {
		size_t size;
		bool parameter;

		path++;
		size = strcspn(path, "/");
		if (pattern.count == ROUTE_SEGMENTS_MAX) {
			fprintf(stderr,
				"a path of the contract has too many segments: %s\n",
				path);
			abort();
		}
		parameter = path[0] == '{';
		pattern.parameter[pattern.count] = parameter;
		pattern.segments[pattern.count] =
			(struct text){GIVEN, (uint32_t)(parameter ? size - 2 : size),
				parameter ? path + 1 : path};
		pattern.count++;
		path += size;
	}
	return pattern;
}

static bool
text_equal(const struct text *a, const struct text *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Whether two patterns match the same paths; the names of parameters do not matter. */
static bool
same_shape(const struct pattern *a, const struct pattern *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		if (a->parameter[i] != b->parameter[i])
			return false;
		if (!a->parameter[i] && !text_equal(&a->segments[i], &b->segments[i]))
			return false;
	}
	return true;
}

/* Orders patterns: literals precede parameters. */
static int
compare(const void *left, const void *right)
{
	const struct pattern *a = left, *b = right;

	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	for (size_t i = 0; i < a->count; i++) {
		if (a->parameter[i] != b->parameter[i])
			return a->parameter[i] ? 1 : -1;
	}
	return 0;
}

/* The existing pattern of the same shape, or a new one. */
static struct pattern *
find_or_add(const struct pattern *wanted)
{
	for (size_t i = 0; i < pattern_count; i++) {
		if (same_shape(&patterns[i], wanted))
			return &patterns[i];
	}
	patterns[pattern_count] = *wanted;
	return &patterns[pattern_count++];
}

/* Builds the table, once for all threads. */
static void
build(void)
{
	patterns = calloc(op_count, sizeof(*patterns));
	if (patterns == NULL)
		abort();
	for (size_t i = 0; i < op_count; i++) {
		struct pattern wanted;

		if (ops[i]->method == METHOD_NONE || ops[i]->path == NULL)
			continue;
		wanted = split(ops[i]->path);
		find_or_add(&wanted)->ops[ops[i]->method] = ops[i];
	}
	qsort(patterns, pattern_count, sizeof(*patterns), compare);
}

static bool
matches(const struct pattern *pattern, const struct text *segments, size_t count)
{
	if (pattern->count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!pattern->parameter[i] &&
			!text_equal(&pattern->segments[i], &segments[i]))
			return false;
	}
	return true;
}

/* Names the parameters by the operation's own path; paths of one shape may differ. */
static void
fill_parameters(struct route *route, const struct text *segments)
{
	struct pattern own = split(route->op->path);

	for (size_t i = 0; i < own.count; i++) {
		if (!own.parameter[i] || route->parameter_count == ROUTE_PARAMETERS_MAX)
			continue;
		route->parameters[route->parameter_count++] =
			(struct route_parameter){own.segments[i], segments[i]};
	}
}

struct route
router_find(const struct text *segments, size_t count, enum method method)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct route route = {0};

	pthread_once(&once, build);
	for (size_t i = 0; i < pattern_count; i++) {
		if (!matches(&patterns[i], segments, count))
			continue;
		for (unsigned each = METHOD_GET; each < METHOD_COUNT; each++) {
			if (patterns[i].ops[each] != NULL)
				route.allowed |= 1u << each;
		}
		route.op = patterns[i].ops[method];
		if (route.op != NULL)
			fill_parameters(&route, segments);
		return route;
	}
	return route;
}

const char *
router_allow(struct arena *arena, unsigned allowed)
{
	struct buffer out = {.arena = arena};

	for (unsigned method = METHOD_GET; method < METHOD_COUNT; method++) {
		if ((allowed & (1u << method)) == 0)
			continue;
		buffer_append(&out, method_names[method], strlen(method_names[method]));
		buffer_append(&out, ", ", 2);
		if (method == METHOD_GET)
			buffer_append(&out, "HEAD, ", 6);
	}
	buffer_append(&out, "OPTIONS", 8);
	return (const char *)out.data;
}
