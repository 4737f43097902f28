#include "common/outbox/outbox.h"
#include "common/text/linkable.h"

/* Replaces names that mail programs would turn into links. Otherwise members could send
 * links to strangers in the name of the network. */
static const char *
name_or(const struct text *name, const char *otherwise)
{
	return linkable(name->data, name->size) ? otherwise : name->data;
}

void
outbox_invitation(struct call *call, const struct text *email, const char *token,
	const struct text *inviter, const struct text *org)
{
	const char *sentence = arena_printf(call->arena, "%s invites you to join %s.",
		name_or(inviter, "A member"), name_or(org, "an organization"));
	const struct outbox_mail mail = {
		.template = MAIL_ORG_INVITATION,
		.to_address = *email,
		.link_path = "/invitations/",
		.secret = token,
		.note = arena_text(call->arena, sentence),
	};

	if (outbox_recipient_count(call, email, CAUSE_INVITATION))
		outbox_mail(call, &mail);
}
