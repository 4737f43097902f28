/*
 * instance.h - how the operator presents the instance: its name, logo, color and texts.
 */
#ifndef KITH_GATEWAY_WEB_INSTANCE_H
#define KITH_GATEWAY_WEB_INSTANCE_H

#include "common/base/arena.h"

/* A file of the operator, read at start. */
struct instance_file {
	const char *type; /* the media type; NULL = there is none */
	const void *body;
	size_t size;
};

/* Reads the files of KITH_LOGO_FILE, KITH_TERMS_FILE and KITH_RULES_FILE, once, before
 * the process confines itself. Ends the process with a sentence on standard error when
 * one cannot be used. */
void instance_prepare(struct arena *arena);

const struct instance_file *instance_logo(void);

/* Appends the colors of KITH_ACCENT for both schemes to the stylesheet. */
void instance_put_colors(struct buffer *out);

/* The texts of the pages /terms and /rules; NULL = the instance has none. */
const char *instance_terms(void);
const char *instance_rules(void);

#endif
