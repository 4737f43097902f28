/* words.h - rules for the texts of tables. */
#ifndef KITH_TESTS_CONTRACT_WORDS_H
#define KITH_TESTS_CONTRACT_WORDS_H

#include <string.h>

#include "proto/field.h"

/* Whether the text is one or more sentences. */
static inline bool
is_sentence(const char *text)
{
	size_t size = text != NULL ? strlen(text) : 0;

	return size > 1 && text[size - 1] == '.' && strpbrk(text, "\n\t") == NULL;
}

static inline bool
is_identifier(const char *name, const char *alphabet)
{
	return name != NULL && *name && strspn(name, alphabet) == strlen(name);
}

#endif
