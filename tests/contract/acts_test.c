/* acts_test.c - the table of what writes mean to others (proto/acts). */
#include <string.h>

#include "common/call/call.h"
#include "proto/acts/acts.h"
#include "proto/notifications/searches.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"
#include "tests/support/test.h"

/* Whether an app or a token may make such a write for its member. */
static bool
is_delegated(const struct op *op)
{
	const struct principal token = {.credential_kind = CREDENTIAL_TOKEN};

	return op->tx == TX_WRITE && op->guard != GUARD_PUBLIC &&
		op->guard != GUARD_INTERNAL && op->guard != GUARD_SESSION &&
		principal_may_use(&token, op);
}

TEST(lists_each_write_of_apps_and_tokens_once)
{
	for (size_t i = 0; i < op_count; i++) {
		size_t found = 0;

		for (size_t k = 0; k < reach_count; k++)
			found += reaches[k].op == ops[i];
		if (found != is_delegated(ops[i]))
			fail_msg("%s is listed %zu times in proto/acts/reaches.c",
				ops[i]->name, found);
	}
}

TEST(sentences_name_fields_of_the_input_or_the_answer)
{
	for (size_t i = 0; i < reach_count; i++) {
		const struct reach_of *act = &reaches[i];

		for (const char *at = act->sentence != NULL ? strchr(act->sentence, '{')
							    : NULL;
			at != NULL; at = strchr(at + 1, '{')) {
			const size_t size = strcspn(at + 1, ".}");

			/* The handler names it. */
			if (size == strlen("about") && memcmp(at + 1, "about", size) == 0)
				continue;
			if (record_field(act->op->input, at + 1, size) == NULL &&
				record_field(act->op->output, at + 1, size) == NULL)
				fail_msg("%s: %s", act->op->name, act->sentence);
		}
		for (const char *const *name = act->record; name != NULL && *name != NULL;
			name++) {
			if (record_field(act->op->output, *name, strlen(*name)) == NULL)
				fail_msg("%s has no %s", act->op->name, *name);
		}
	}
}

TEST(what_others_see_is_said_in_a_sentence)
{
	for (size_t i = 0; i < reach_count; i++)
		assert_true((reaches[i].sentence != NULL) ==
			(reaches[i].reach != REACH_NONE ||
				reaches[i].seen != SEEN_NEVER));
}

/* Whether a call takes an earlier one back. */
static bool
takes_back(const struct op *op)
{
	for (size_t i = 0; i < undo_count; i++) {
		if (undos[i].by == op)
			return true;
	}
	return false;
}

/* Others see a record of an organization or a project before it is published. */
TEST(a_call_that_shares_a_record_may_wait_even_if_it_does_not_count)
{
	static const char *const shared[] = {
		"hostOrgSlug", "orgSlug", "slug", "org", "projectId", "project"};
	/* One withdraws a request, `org` is a filter, and each invitation counts. */
	static const struct op *const others[] = {&op_affiliation_cancel,
		&op_saved_search_create, &op_org_invitation_create_many};

	for (size_t i = 0; i < reach_count; i++) {
		const struct reach_of *act = &reaches[i];
		bool may_wait = act->reach == REACH_ALWAYS || act->seen != SEEN_NEVER ||
			takes_back(act->op);

		for (size_t k = 0; k < COUNT_OF(others); k++)
			may_wait |= act->op == others[k];
		for (size_t k = 0; k < COUNT_OF(shared) && !may_wait; k++) {
			const size_t size = strlen(shared[k]);

			if (record_field(act->op->input, shared[k], size) != NULL ||
				record_field(act->op->output, shared[k], size) != NULL)
				fail_msg("%s has %s", act->op->name, shared[k]);
		}
	}
}
