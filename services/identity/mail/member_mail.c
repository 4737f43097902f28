#include "services/identity/mail/member_mail.h"

#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/text/linkable.h"
#include "common/text/user_agent.h"

STATEMENT(FIND_ADDRESS,
	"SELECT email, name FROM members WHERE id = $1"
	" AND email_verified_at IS NOT NULL");

void
member_mail_link(struct call *call, const struct uuid *member,
	enum mail_template template, const char *path, const char *token)
{
	struct rows *rows = db_query(call, FIND_ADDRESS, DB_UUID(member));
	struct outbox_mail mail = {
		.template = template, .link_path = path, .secret = token};

	if (rows->count == 0)
		return;
	mail.to_address = row_text(rows, 0, "email");
	mail.to_name = row_text(rows, 0, "name");
	outbox_mail(call, &mail);
}

void
member_mail(struct call *call, const struct uuid *member, enum mail_template template)
{
	member_mail_link(call, member, template, NULL, NULL);
}

struct text
member_mail_name(struct call *call, const struct text *name)
{
	return linkable(name->data, name->size)
		? arena_text(call->arena,
			  "(The name is left out because it looks like a link.)")
		: *name;
}

/* The caller chooses its user agent, so only names that we know are written. */
struct text
member_mail_place(struct call *call)
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
