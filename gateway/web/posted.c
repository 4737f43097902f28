/*
 * posted.c - reads posted forms strictly, from our own pages only.
 *
 * A form may have the fields of its operation, and four of ours: `csrf`, the token of
 * the session; `next`, the return URL; `once`, which identifies a form that is sent
 * twice; and `tag`, the entity tag of the record that the page showed.
 */
#include <string.h>

#include "common/run/run.h"
#include "common/secret/secret.h"
#include "common/text/text.h"
#include "gateway/auth/auth.h"
#include "gateway/core/request/media.h"
#include "gateway/core/request/origin.h"
#include "gateway/http/path.h"
#include "gateway/web/inside.h"

#define ONCE_MAX 64

/* The name of the file of an upload, as in REST. */
#define FILE_FIELD "file"

/* Whether every form may have this field. */
static bool
is_ours(const char *name)
{
	return strcmp(name, "csrf") == 0 || strcmp(name, "next") == 0 ||
		strcmp(name, "once") == 0 || strcmp(name, "tag") == 0;
}

/* Whether the input has this field, and neither the path nor the table sets it. */
static bool
is_expected(const struct visit *visit, const struct http_parameter *pair)
{
	const struct page_match *match = &visit->match;
	const char *also = match->form->also;
	const size_t size = pair->name.size;
	const struct field *field;

	for (size_t i = 0; i < match->capture_count; i++) {
		if (strcmp(match->captures[i].name.data, pair->name.data) == 0)
			return false;
	}
	if (also != NULL && strncmp(also, pair->name.data, size) == 0 &&
		also[size] == '=')
		return false;
	if (match->form->memo != NULL && strcmp(match->form->memo, pair->name.data) == 0)
		return true;
	field = input_field(match->form->op->input, pair->name.data);
	return field != NULL && field->type != FIELD_OBJECT;
}

/* Turns the line ends of a text area into \n. */
static void
plain_line_ends(struct text *value)
{
	char *data = (char *)(uintptr_t)value->data;
	uint32_t size = 0;

	for (uint32_t i = 0; i < value->size; i++) {
		if (data[i] != '\r' || data[i + 1] != '\n')
			data[size++] = data[i];
	}
	data[size] = '\0';
	value->size = size;
}

/* Checks the pairs: known names, each once unless it is a list. */
static bool
vet(const struct visit *visit, struct http_parameter *pairs, size_t count)
{
	const struct pairs all = {pairs, count};

	for (size_t i = 0; i < count; i++) {
		const struct field *field;

		plain_line_ends(&pairs[i].value);
		field = input_field(visit->match.form->op->input, pairs[i].name.data);
		if (!is_ours(pairs[i].name.data) && !is_expected(visit, &pairs[i]))
			return false;
		if ((field == NULL || field->type != FIELD_LIST) &&
			pairs_occurrences(&all, i) > 1)
			return false;
	}
	return true;
}

bool
posted_is_bound(const struct visit *visit)
{
	const struct text *token = pairs_find(&visit->view.typed, "csrf");
	const char *expected = visit->view.csrf;

	if (expected == NULL)
		return true;
	return token != NULL && token->size == strlen(expected) &&
		secret_equal(token->data, expected, token->size);
}

/* Takes the fields that every form may have. */
static void
take_ours(struct visit *visit)
{
	const struct text *next = pairs_find(&visit->view.typed, "next");
	const struct text *once = pairs_find(&visit->view.typed, "once");
	const struct text *tag = pairs_find(&visit->view.typed, "tag");

	if (next != NULL && view_path_is_ours(next->data))
		visit->view.next = next->data;
	if (once != NULL && once->size > 0 && once->size <= ONCE_MAX)
		visit->once = once->data;
	if (tag != NULL && tag->size > 0 && tag->size < RUN_TAG_SIZE &&
		utf8_valid(tag->data, tag->size))
		visit->tag = tag->data;
}

/* Reads the parts of an upload: the fields as pairs, and the file. */
static bool
read_parts(struct visit *visit, struct http_parameter **pairs, size_t *count)
{
	struct http_request *request = visit->request;
	struct upload_form form;

	if (upload_read(request, &form) != NULL)
		return false;
	*pairs = arena_array(request->arena, form.count + 1, sizeof(**pairs));
	for (size_t i = 0; i < form.count; i++) {
		const struct upload_part *part = &form.parts[i];
		const char *copy;

		if (strcmp(part->name.data, FILE_FIELD) == 0) {
			if (visit->image.data != NULL)
				return false;
			visit->image =
				(struct image_body){part->data, part->size, part->type};
			continue;
		}
		if (memchr(part->data, '\0', part->size) != NULL)
			return false;
		copy = arena_copy(request->arena, part->data, part->size);
		(*pairs)[(*count)++] = (struct http_parameter){
			part->name, arena_text(request->arena, copy)};
	}
	return true;
}

static bool
read_pairs(struct visit *visit, struct http_parameter **pairs, size_t *count)
{
	struct http_request *request = visit->request;

	return memchr(request->body, '\0', request->body_size) == NULL &&
		http_path_read_pairs(request->arena,
			arena_copy(request->arena, request->body, request->body_size),
			pairs, count);
}

enum problem
posted_read(struct visit *visit)
{
	struct http_request *request = visit->request;
	const char *type = http_header(request, "Content-Type");
	const bool uploads =
		visit->admitted && media_type_is(type, "multipart/form-data");
	struct http_parameter *pairs = NULL;
	size_t count = 0;

	if (!origin_is_own(request))
		return PROBLEM_CROSS_ORIGIN_REFUSED;
	if (!uploads && !media_type_is(type, "application/x-www-form-urlencoded") &&
		request->body_size > 0)
		return PROBLEM_UNSUPPORTED_MEDIA_TYPE;
	if (request->body_size == 0)
		return PROBLEM_NONE;
	if (!(uploads ? read_parts : read_pairs)(visit, &pairs, &count) ||
		!vet(visit, pairs, count))
		return PROBLEM_MALFORMED_REQUEST;
	if (visit->image.size > IMAGE_BYTES_MAX)
		return PROBLEM_PAYLOAD_TOO_LARGE;
	visit->view.typed = (struct pairs){pairs, count};
	take_ours(visit);
	return PROBLEM_NONE;
}

/* Derived from the session's token, which scripts cannot read, and does not reveal it. */
const char *
posted_token(struct arena *arena, const char *credential)
{
	static const char purpose[] = "kith form ";
	struct buffer both = {.arena = arena};
	uint8_t hash[HASH_SIZE];

	buffer_append(&both, purpose, strlen(purpose));
	buffer_append(&both, credential, strlen(credential));
	secret_hash(both.data, both.size, hash);
	return base64url_encode(arena, hash, HASH_SIZE);
}
