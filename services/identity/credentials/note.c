#include "services/identity/credentials/note.h"

#include "common/base/arena.h"
#include "common/text/linkable.h"
#include "common/text/user_agent.h"

struct text
note_name(struct call *call, const struct text *name)
{
	return linkable(name->data, name->size)
		? arena_text(call->arena,
			  "(The name is left out because it looks like a link.)")
		: *name;
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
