#include "common/list/list.h"
#include "services/identity/handlers.h"

/* The list is public, so $1, the caller, selects nothing. */
#define KEYS(rows) \
	SQL("SELECT k.id, k.modulus, k.exponent, k.created_at FROM signing_keys k" \
	    " WHERE $1::uuid IS NOT NULL" LIST_PAGE("k.created_at", "k.id", rows))

LIST(SIGNING_KEYS, KEYS, .sort = "created_at");

/* Includes retired keys while tokens that they signed may still be verified. */
enum problem
signing_key_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, SIGNING_KEYS);
}
