/*
 * shape.h - the shape of the contract as text: every operation with route, guard,
 * fields, bounds, problems and tool, without descriptions. Builds with equal shapes
 * serve the same clients.
 */
#ifndef KITH_GATEWAY_REFERENCE_SHAPE_H
#define KITH_GATEWAY_REFERENCE_SHAPE_H

#include "common/base/arena.h"

void shape_write(struct buffer *out);

/* Prints the feature level and the SHA-256 of the shape, as a line of docs/levels.txt. */
void shape_print_level(void);

/* Prints the changes as Markdown, for docs/changelog.md. */
void shape_print_changelog(void);

#endif
