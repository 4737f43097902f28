#include "services/identity/mail/member_mail.h"

#include "common/db/db.h"
#include "common/outbox/outbox.h"

STATEMENT(FIND_ADDRESS,
	"SELECT email FROM members WHERE id = $1"
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
	outbox_mail(call, &mail);
}

void
member_mail(struct call *call, const struct uuid *member, enum mail_template template)
{
	member_mail_link(call, member, template, NULL, NULL);
}
