/*
 * document.c - a problem as a document of RFC 9457 and as a sentence.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "gateway/core/problem/problem.h"

/* `,"name":"value"`; nothing for NULL. */
static void
put_member(struct buffer *out, const char *name, const char *value)
{
	if (value == NULL)
		return;
	json_put_raw(out, ",");
	json_put_string(out, name, strlen(name));
	json_put_raw(out, ":");
	json_put_string(out, value, strlen(value));
}

/* One entry of `errors`. */
static void
put_fault(struct buffer *out, const struct fault *fault)
{
	const char *code;

	json_put_raw(out, "{\"code\":");
	code = fault_codes[fault->code];
	json_put_string(out, code, strlen(code));
	put_member(out, "pointer", fault->pointer);
	put_member(out, "parameter", fault->parameter);
	put_member(out, "header", fault->header);
	put_member(out, "detail", fault->detail);
	if (fault->has_min) {
		json_put_raw(out, ",\"min\":");
		json_put_integer(out, fault->min);
	}
	if (fault->has_max) {
		json_put_raw(out, ",\"max\":");
		json_put_integer(out, fault->max);
	}
	json_put_raw(out, "}");
}

static void
put_faults(struct buffer *out, const struct fault *faults)
{
	json_put_raw(out, ",\"errors\":[");
	for (const struct fault *fault = faults; fault != NULL; fault = fault->next) {
		if (fault != faults)
			json_put_raw(out, ",");
		put_fault(out, fault);
	}
	json_put_raw(out, "]");
}

/* `"requires":{"orgRole":["owner","admin"]}`. */
static void
put_requires(struct buffer *out, const struct message_reply *reply)
{
	const char *const *value;

	if (reply->requires_name == NULL)
		return;
	json_put_raw(out, ",\"requires\":{");
	json_put_string(out, reply->requires_name, strlen(reply->requires_name));
	json_put_raw(out, ":[");
	value = reply->requires_values;
	for (size_t i = 0; value != NULL && value[i] != NULL; i++) {
		if (i > 0)
			json_put_raw(out, ",");
		json_put_string(out, value[i], strlen(value[i]));
	}
	json_put_raw(out, "]}");
}

/* The detail of the document: the reply's own, or the first fault; NULL when there is
 * neither. */
static const char *
detail_of(struct arena *arena, const struct message_reply *reply)
{
	const struct fault *first = reply->faults;
	size_t others = 0;

	if (reply->detail != NULL)
		return reply->detail;
	if (first == NULL || first->detail == NULL)
		return NULL;
	for (const struct fault *fault = first->next; fault != NULL; fault = fault->next)
		others++;
	if (others == 0)
		return first->detail;
	return arena_printf(
		arena, "%s; `errors` lists this and %zu more", first->detail, others);
}

void
problem_document(struct buffer *out, const struct message_reply *reply,
	const char *instance, struct text request_id)
{
	const struct problem_info *info = &problems[reply->problem];
	const char *type = arena_printf(
		out->arena, "%s/docs/problems/%s", config()->base_url.data, info->code);

	json_put_raw(out, "{\"type\":");
	json_put_string(out, type, strlen(type));
	put_member(out, "title", info->title);
	json_put_raw(out, ",\"status\":");
	json_put_integer(out, info->status);
	put_member(out, "detail", detail_of(out->arena, reply));
	put_member(out, "code", info->code);
	put_member(out, "instance", instance);
	if (request_id.presence == GIVEN)
		put_member(out, "requestId", request_id.data);
	if (reply->problem == PROBLEM_VALIDATION_FAILED)
		put_faults(out, reply->faults);
	put_requires(out, reply);
	put_member(out, "nextStep", reply->next_step);
	json_put_raw(out, "}");
}

void
problem_facts(
	struct buffer *out, const struct message_reply *reply, struct text request_id)
{
	const char *code = problems[reply->problem].code;

	json_put_raw(out, "{\"code\":");
	json_put_string(out, code, strlen(code));
	if (request_id.presence == GIVEN)
		put_member(out, "requestId", request_id.data);
	if (reply->problem == PROBLEM_VALIDATION_FAILED)
		put_faults(out, reply->faults);
	put_requires(out, reply);
	json_put_raw(out, "}");
}

static void
put_words(struct buffer *out, const char *words)
{
	buffer_append(out, words, strlen(words));
}

/* The name of the field that a pointer ends with: "orgSlugs" of "#/publishTo/orgSlugs/0".
 * NULL without a pointer. */
static const char *
field_of(struct arena *arena, const char *pointer)
{
	const char *start, *end;

	if (pointer == NULL)
		return NULL;
	end = pointer + strlen(pointer);
	while (end > pointer && (end[-1] == '/' || (end[-1] >= '0' && end[-1] <= '9')))
		end--;
	for (start = end; start > pointer && start[-1] != '/'; start--)
		continue;
	return start > pointer ? arena_copy(arena, start, (size_t)(end - start)) : NULL;
}

/* The detail of a fault, after the name of its field if the detail lacks it. */
static void
put_fault_words(struct buffer *out, const struct fault *fault)
{
	const char *field = field_of(out->arena, fault->pointer);
	const char *detail =
		fault->detail != NULL ? fault->detail : fault_codes[fault->code];

	if (field != NULL && strstr(detail, field) == NULL) {
		put_words(out, field);
		put_words(out, ": ");
	}
	put_words(out, detail);
}

void
problem_sentence(struct buffer *out, const struct message_reply *reply)
{
	const struct problem_info *info = &problems[reply->problem];
	const char *start = reply->detail != NULL ? reply->detail : info->title;

	put_words(out, start);
	for (const struct fault *fault = reply->faults; fault != NULL;
		fault = fault->next) {
		put_words(out, fault == reply->faults ? ": " : "; ");
		put_fault_words(out, fault);
	}
	if (out->size == 0 || out->data[out->size - 1] != '?')
		put_words(out, ".");
	if (reply->next_step == NULL)
		return;
	put_words(out, " ");
	put_words(out, reply->next_step);
}
