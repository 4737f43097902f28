#include "proto/op.h"

#include <string.h>

bool
op_is_repeatable(const struct op *op)
{
	return op->method == METHOD_GET || op->tx == TX_READ || op->repeatable;
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
