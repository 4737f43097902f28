#include "proto/op.h"

#include <string.h>

bool
op_only_reads(const struct op *op)
{
	return op->method == METHOD_GET || op->tx == TX_READ;
}

bool
op_is_repeatable(const struct op *op)
{
	return op_only_reads(op) || op->repeatable;
}

bool
op_has_steps(const struct op *op)
{
	return op->image != IMAGE_NONE || op->first != NULL || op->share != SHARE_NONE;
}

bool
op_takes_image(const struct op *op)
{
	return op->image == IMAGE_BODY;
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
	return op->tagged || (op->current != NULL && op->shape == SHAPE_RECORD);
}

bool
op_tags_answer(const struct op *op)
{
	return op->tagged || (op_answers_tag(op) && op->current->output == op->output);
}

/* The type of a body that is an image is not that of all others. */
static const struct cure image_cure = {PROBLEM_UNSUPPORTED_MEDIA_TYPE, NULL, NULL,
	"Send the bytes of a JPEG, PNG, WebP or GIF image with the Content-Type that they "
	"have, or multipart/form-data with one part `file`."};

const struct cure *
op_cure(const struct op *op, enum problem problem)
{
	const struct cure *cure = op != NULL ? op->cures : NULL;

	for (; cure != NULL && cure->problem != PROBLEM_NONE; cure++) {
		if (cure->problem == problem)
			return cure;
	}
	if (op != NULL && op_takes_image(op) && problem == image_cure.problem)
		return &image_cure;
	return &cures[problem];
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
