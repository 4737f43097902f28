#include "services/identity/credentials/note.h"

#include <ctype.h>
#include <string.h>

#include "common/base/arena.h"
#include "common/text/linkable.h"
#include "common/text/user_agent.h"

/* Whether a name consists of letters, digits and the marks of ordinary names. */
static bool
is_plain(const struct text *name)
{
	for (uint32_t i = 0; i < name->size; i++) {
		const unsigned char c = (unsigned char)name->data[i];

		if (c < 0x80 && !isalnum(c) && strchr(" .,:;'()&+/_-", c) == NULL)
			return false;
	}
	return true;
}

struct text
note_name(struct call *call, const struct text *name)
{
	return is_plain(name) && !linkable(name->data, name->size)
		? *name
		: arena_text(call->arena,
			  "(The name is left out because a mail program could take it "
			  "for a link or for spam.)");
}

/* The caller chooses its user agent, so only names that we know are written. */
struct text
note_place(struct call *call)
{
	const struct principal *caller = &call->principal;
	const struct user_agent name = user_agent_read(
		caller->user_agent.size > 0 ? caller->user_agent.data : "");

	return arena_text(call->arena,
		arena_printf(call->arena, "%s%s%s, from the network address %s",
			name.browser != NULL ? name.browser : "An unknown program",
			name.system != NULL ? " on " : "",
			name.system != NULL ? name.system : "",
			caller->address.size > 0 ? caller->address.data : "(unknown)"));
}
