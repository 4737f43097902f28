#include "services/identity/mail/member_mail.h"

#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"

STATEMENT(FIND_ADDRESS,
	"SELECT email FROM members WHERE id = $1"
	" AND email_verified_at IS NOT NULL");

struct text
member_mail_address(struct call *call, const struct uuid *member)
{
	struct rows *rows = db_query(call, FIND_ADDRESS, DB_UUID(member));

	return rows->count > 0 ? row_text(rows, 0, "email") : (struct text){0};
}

void
member_mail_link(struct call *call, const struct uuid *member,
	enum mail_template template, const char *path, const char *token)
{
	const struct outbox_mail mail = {.template = template,
		.to_address = member_mail_address(call, member),
		.link_path = path,
		.secret = token};

	if (mail.to_address.presence == GIVEN)
		outbox_mail(call, &mail);
}

void
member_mail(struct call *call, const struct uuid *member, enum mail_template template)
{
	member_mail_link(call, member, template, NULL, NULL);
}

void
member_mail_id(struct call *call, const struct uuid *member, enum mail_template template)
{
	char id[ID_TEXT_MAX];
	struct outbox_mail mail = {
		.template = template, .to_address = member_mail_address(call, member)};

	id_format(id, "usr", member);
	mail.note = arena_text(call->arena,
		arena_printf(call->arena, "The id of the account is %s.", id));
	if (mail.to_address.presence == GIVEN)
		outbox_mail(call, &mail);
}
