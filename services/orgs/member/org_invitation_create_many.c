#include <stdlib.h>
#include <strings.h>

#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_limit.h"
#include "services/orgs/member/org_invitation_send.h"

static int
compare(const void *a, const void *b)
{
	const struct text *first = a, *second = b;

	return strcasecmp(first->data, second->data);
}

/* The addresses in one order for all callers, because each send locks the counter of its
 * address. */
static const struct text *
sort(struct arena *arena, const struct text_list *emails)
{
	struct text *sorted =
		arena_array(arena, (size_t)emails->count + 1, sizeof(*sorted));

	for (uint32_t i = 0; i < emails->count; i++)
		sorted[i] = emails->items[i];
	qsort(sorted, emails->count, sizeof(*sorted), compare);
	return sorted;
}

static void
add(struct text_list *list, struct text *items, const struct text *email)
{
	items[list->count++] = *email;
	list->items = items;
}

/* Invites each address that no member of the organization has. All or none are sent. */
enum problem
org_invitation_create_many(struct call *call, const void *input)
{
	const struct org_invitation_create_many_in *in = input;
	const struct org_invitation_terms terms = {in->role, in->expires_in_days};
	const uint32_t count = in->emails.count;
	const struct text *emails = sort(call->arena, &in->emails);
	struct text_list invited = {.presence = GIVEN}, members = {.presence = GIVEN};
	struct text *items = arena_array(call->arena, (size_t)count * 2, sizeof(*items));
	struct reply_extra extras[2];
	struct rows *invitation;
	struct org org;
	enum problem problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);

	for (uint32_t i = 0; i < count && problem == PROBLEM_NONE; i++) {
		const struct text *email = &emails[i];
		struct identifier account;
		bool inside;

		if (i > 0 && strcasecmp(emails[i - 1].data, email->data) == 0)
			continue;
		account = org_invitation_account(call, &org.id, email, &inside);
		if (inside) {
			problem = org_invitation_count(call);
			add(&members, items + count, email);
			continue;
		}
		problem = org_invitation_send(
			call, &org.id, email, &account, &terms, &invitation);
		add(&invited, items, email);
	}
	if (problem != PROBLEM_NONE)
		return problem;
	extras[0] = REPLY_FIELD_TEXTS("invited", invited);
	extras[1] = REPLY_FIELD_TEXTS("alreadyMembers", members);
	return reply_fields(call, extras, 2);
}
