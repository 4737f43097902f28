/*
 * registries_test.c - the lists of names in proto/: subjects, notices, mails, audit
 * actions.
 */
#include <stdlib.h>
#include <string.h>

#include "proto/audit.h"
#include "proto/field.h"
#include "proto/mails.h"
#include "proto/notices.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

/* Every kind of notice in the product's specification. */
static const char *const specified[] = {"account_approved", "org_invitation",
	"org_joined", "join_request_received", "join_request_approved",
	"join_request_declined", "org_role_changed", "org_application_received",
	"org_application_approved", "org_application_declined", "project_added",
	"project_role_changed", "project_removed", "affiliation_requested",
	"affiliation_accepted", "affiliation_declined", "affiliation_ended",
	"event_updated", "event_cancelled", "event_reminder", "waitlist_promoted",
	"intro_received", "intro_accepted", "post_expiring", "member_pending"};

/* The kinds of notices beyond the specification. */
#define OWN_KINDS 1 /* org_removed */

/* One line that begins with a capital letter, or with a placeholder. */
static bool
is_line(const char *text)
{
	return text != NULL && ((text[0] >= 'A' && text[0] <= 'Z') || text[0] == '{') &&
		strpbrk(text, "\n\t'") == NULL;
}

static bool
is_sentence(const char *text)
{
	return is_line(text) && text[strlen(text) - 1] == '.';
}

static bool
is_title(const char *text)
{
	return is_line(text) && text[strlen(text) - 1] != '.';
}

/* Whether every name in braces is a known placeholder. */
static bool
is_filled(const char *text)
{
	for (const char *open = strchr(text, '{'); open != NULL;
		open = strchr(open + 1, '{')) {
		if (strncmp(open, "{actor}", 7) != 0 &&
			strncmp(open, "{subject}", 9) != 0 &&
			strncmp(open, "{role}", 6) != 0)
			return false;
	}
	return true;
}

/* Checks that the names use only this alphabet and differ. */
static void
check_names(const char *const *names, const char *alphabet)
{
	for (size_t i = 0; names[i] != NULL; i++) {
		if (names[i][0] == '\0' || strspn(names[i], alphabet) != strlen(names[i]))
			fail_msg("\"%s\" is no name", names[i]);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(names[i], names[j]);
	}
}

static bool
contains(const char *const *names, const char *name)
{
	for (size_t i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

TEST(names_everything_once)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
	static const char *mail_names[MAIL_COUNT];

	for (int i = MAIL_NONE + 1; i < MAIL_COUNT; i++)
		mail_names[i - 1] = mail_infos[i].name;
	check_names(subject_values, letters);
	check_names(notice_values, letters);
	check_names(mail_names, letters);
	check_names(audit_values, "abcdefghijklmnopqrstuvwxyz_.");
}

TEST(says_everything_of_every_notice)
{
	for (int i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++) {
		const struct notice_info *notice = &notice_infos[i];

		if (notice->subject == SUBJECT_NONE || notice->mail == NOTICE_MAIL_UNSET)
			fail_msg("%s leaves something open", notice->kind);
		if (!is_sentence(notice->recipients) || !is_sentence(notice->body))
			fail_msg("%s: no sentence", notice->kind);
		if (!is_title(notice->title))
			fail_msg("%s: no title", notice->kind);
		if (!is_filled(notice->title) || !is_filled(notice->body))
			fail_msg("%s: a name that nothing fills in", notice->kind);
		assert_true(notice->ahead_s >= 0);
		/* A reminder has no actor. */
		if (notice->ahead_s > 0 && strstr(notice->title, "{actor}") != NULL)
			fail_msg("%s: a reminder has no actor", notice->kind);
	}
}

TEST(has_every_kind_of_the_specification)
{
	for (size_t i = 0; i < COUNT_OF(specified); i++)
		if (!contains(notice_values, specified[i]))
			fail_msg("there is no notice %s", specified[i]);
	assert_int_equal(COUNT_OF(specified) + OWN_KINDS, NOTICE_COUNT - 1);
}

TEST(says_everything_of_every_mail)
{
	for (int i = MAIL_NONE + 1; i < MAIL_COUNT; i++) {
		if (mail_infos[i].policy == MAIL_UNSET ||
			!is_title(mail_infos[i].subject))
			fail_msg("%s leaves something open", mail_infos[i].name);
		for (const char *c = mail_infos[i].subject; *c != '\0'; c++)
			assert_in_range(*c, ' ', '~');
		assert_int_equal(mail_named(mail_infos[i].name), i);
	}
	assert_int_equal(mail_named("no_such_mail"), MAIL_NONE);
}

/* Administrators read the audit log by its sentences, so each action has its own. */
TEST(says_of_every_act_what_was_done)
{
	for (int i = AUDIT_NONE + 1; i < AUDIT_COUNT; i++) {
		const struct audit_info *act = &audit_infos[i];

		assert_string_equal(act->action, audit_values[i - 1]);
		if (act->subject == SUBJECT_NONE || !is_sentence(act->sentence))
			fail_msg("%s leaves something open", act->action);
		if (strchr(act->sentence, ' ') == NULL ||
			strpbrk(act->sentence, "_{") != NULL)
			fail_msg("%s: no plain English", act->action);
		for (int j = AUDIT_NONE + 1; j < i; j++)
			if (strcmp(audit_infos[j].sentence, act->sentence) == 0)
				fail_msg("%s and %s say the same", act->action,
					audit_infos[j].action);
	}
	assert_null(audit_values[AUDIT_COUNT - 1]);
}

TEST(gives_ids_the_prefixes_that_the_schema_gives)
{
	scratch_begin();
	for (int i = SUBJECT_NONE + 1; i < SUBJECT_COUNT; i++)
		assert_string_equal(
			scratch_value("SELECT wire_prefix('%s')", subject_infos[i].name),
			subject_infos[i].prefix);
	scratch_rollback();
}

/* The names in the longest list of a constraint, in alphabetical order. */
static const char NAMES_OF_CHECK[] =
	"SELECT string_agg(name, ' ' ORDER BY name COLLATE \"C\") FROM pg_constraint,"
	" regexp_matches(pg_get_constraintdef(oid), 'ARRAY\\[(.*)\\]') AS list,"
	" regexp_split_to_table(list[1], ', ') AS quoted,"
	" LATERAL (SELECT split_part(quoted, '''', 2) AS name) AS names"
	" WHERE conname = '%s'";

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The same of a list of the contract. */
static const char *
names_of(const char *const *values)
{
	const char *names[128];
	const char *joined = "";
	size_t count = 0;

	for (; values[count] != NULL; count++)
		names[count] = values[count];
	qsort(names, count, sizeof(names[0]), by_name);
	for (size_t i = 0; i < count; i++)
		joined = arena_printf(
			scratch_arena(), "%s%s%s", joined, i == 0 ? "" : " ", names[i]);
	return joined;
}

TEST(agrees_with_what_the_schema_takes)
{
	static const char *mail_names[MAIL_COUNT];

	const struct {
		const char *constraint;
		const char *const *values;
	} checks[] = {
		{"inbox_kind_check", notice_values},
		{"inbox_subject_type_check", subject_values},
		{"outbox_kind_check", notice_values},
		{"outbox_template_check", mail_names},
		{"audit_action_check", audit_values},
		{"audit_subject_type_check", subject_values},
	};

	for (int i = MAIL_NONE + 1; i < MAIL_COUNT; i++)
		mail_names[i - 1] = mail_infos[i].name;
	scratch_begin();
	for (size_t i = 0; i < COUNT_OF(checks); i++) {
		const char *names = scratch_value(NAMES_OF_CHECK, checks[i].constraint);

		if (names == NULL)
			fail_msg("there is no %s", checks[i].constraint);
		assert_string_equal(names, names_of(checks[i].values));
	}
	scratch_rollback();
}

int
main(void)
{
	scratch_open(NULL);
	return test_main();
}
