#include "proto/op.h"

#include <string.h>

bool
op_only_reads(const struct op *op)
{
	return op->method == METHOD_GET || op->tx == TX_READ;
}

bool
op_is_write(const struct op *op)
{
	return op->tx == TX_WRITE || op->method > METHOD_GET || op->run.approves;
}

bool
op_is_repeatable(const struct op *op)
{
	return op_only_reads(op) || op->run.repeatable;
}

bool
op_has_steps(const struct op *op)
{
	return op->image.source != IMAGE_NONE || op->social.first != NULL ||
		op->social.share != SHARE_NONE || op->run.approves;
}

bool
op_takes_image(const struct op *op)
{
	return op->image.source == IMAGE_BODY;
}

bool
op_takes_if_match(const struct op *op)
{
	return op->current != NULL &&
		(op->method == METHOD_PATCH || op->method == METHOD_DELETE);
}

bool
op_answers_tag(const struct op *op)
{
	return op->answer.tagged || (op->current != NULL && op->shape == SHAPE_RECORD);
}

bool
op_tags_answer(const struct op *op)
{
	return op->answer.tagged ||
		(op_answers_tag(op) && op->current->output == op->output);
}

/* Replaces the hint of the problem, which names JSON, in operations that take an
 * image. */
static const struct hint image_hint = {PROBLEM_UNSUPPORTED_MEDIA_TYPE, NULL, NULL,
	"Send a JPEG, PNG, WebP or GIF image with its own media type as `Content-Type`, "
	"or multipart/form-data with one part `file`."};

const struct hint *
op_hint(const struct op *op, enum problem problem)
{
	const struct hint *hint = op != NULL ? op->hints : NULL;

	for (; hint != NULL && hint->problem != PROBLEM_NONE; hint++) {
		if (hint->problem == problem)
			return hint;
	}
	if (op != NULL && op_takes_image(op) && problem == image_hint.problem)
		return &image_hint;
	return &problem_hints[problem];
}

bool
op_in_path(const struct op *op, const struct field *field)
{
	size_t size = strlen(field->name);
	for (const char *at = strchr(op->path, '{'); at != NULL; at = strchr(at + 1, '{'))
		if (strncmp(at + 1, field->name, size) == 0 && at[1 + size] == '}')
			return true;
	return false;
}

bool
op_takes_body(const struct op *op)
{
	if (op->method == METHOD_NONE || op->method == METHOD_GET)
		return false;
	return !op->ignores_body;
}

const struct op *
op_named(const char *name, size_t size)
{
	for (size_t i = 0; i < op_count; i++) {
		if (strlen(ops[i]->name) == size && memcmp(ops[i]->name, name, size) == 0)
			return ops[i];
	}
	return NULL;
}
