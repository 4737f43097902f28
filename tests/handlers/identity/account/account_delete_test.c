#include "tests/handlers/identity/totp_fixture.h"

static struct scratch_answer
delete_account(unsigned number, const char *password)
{
	return call_as(number, ENTRY(account_delete),
		scratch_printf(JSON({"password": "%s"}), password));
}

static void
set_role(unsigned org, unsigned member, const char *role)
{
	scratch_sql("UPDATE org_members SET role = '%s' WHERE org_id = '%s'"
		    " AND member_id = '%s'",
		role, scratch_uuid_text(org), scratch_uuid_text(member));
}

TEST(nothing_of_the_person_stays)
{
	add_knowing(1);
	people_add(2);
	people_add_org(3, "public");
	people_join(3, 1);
	people_join(3, 2);
	scratch_sql("UPDATE orgs SET member_count = 2");
	set_role(3, 2, "owner");
	add_credential(20, 1, "session", "first", "1 day");
	add_credential(21, 2, "token", "theirs", "1 day");
	scratch_sql(
		"INSERT INTO posts (id, author_id, kind, title, body) VALUES"
		" ('%s', '%s', 'idea', 'Mine', ''), ('%s', '%s', 'idea', 'Theirs', '')",
		scratch_uuid_text(30), scratch_uuid_text(1), scratch_uuid_text(31),
		scratch_uuid_text(2));
	scratch_sql("INSERT INTO inbox (id, recipient, kind, subject_type, dedupe) VALUES"
		    " ('%s', '%s', 'account_approved', 'member', '%s')",
		scratch_uuid_text(40), scratch_uuid_text(1), scratch_uuid_text(40));
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	assert_done(confirm_totp(1, code_at(begin_totp(1), 0)));
	assert_done(delete_account(1, GOOD_PASSWORD));
	people_expect_rows(1,
		"members WHERE id = '%s' AND former_at = now()"
		" AND email IS NULL AND name = 'Former member' AND password_hash IS NULL",
		scratch_uuid_text(1));
	assert_string_equal(scratch_value("SELECT string_agg(handle, ' ') FROM profiles"),
		"member-2");
	assert_string_equal(
		scratch_value("SELECT string_agg(name, ' ') FROM credentials"), "theirs");
	assert_string_equal(
		scratch_value("SELECT string_agg(title, ' ') FROM posts"), "Theirs");
	assert_int_equal(people_count("SELECT (SELECT count(*) FROM inbox)"
				      " + (SELECT count(*) FROM totp)"
				      " + (SELECT count(*) FROM recovery_codes)"
				      " + (SELECT count(*) FROM mail_tokens)"),
		0);
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 1);
	people_expect_rows(1, "org_members");
	assert_int_equal(count_audit("account.delete", 1), 1);
}

/* Nothing else is mailed any more. */
TEST(the_former_address_is_mailed_about_it)
{
	add_knowing(1);
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	assert_done(confirm_totp(1, code_at(begin_totp(1), 0)));
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'totp_set_up'");
	assert_problem(delete_account(1, "wrong"), PROBLEM_INVALID_CREDENTIALS);
	people_expect_rows(1, "outbox");
	assert_done(delete_account(1, GOOD_PASSWORD));
	assert_string_equal(
		scratch_value("SELECT string_agg(payload ->> 'template' || ' '"
			      " || (payload ->> 'toAddress'), ', ') FROM outbox"),
		"account_deleted member1@example.org");
}

TEST(address_and_handle_are_free_again)
{
	add_knowing(1);
	assert_done(delete_account(1, GOOD_PASSWORD));
	assert_problem(sign_in_with("member1@example.org", GOOD_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
	assert_done(call_anonymously(ENTRY(member_create), JSON({
		"email": "member1@example.org",
		"name": "New",
		"handle": "member-1"
	})));
	assert_problem(delete_account(1, GOOD_PASSWORD), PROBLEM_INVALID_TOKEN);
}

TEST(needs_the_password_and_counts_wrong_ones)
{
	add_knowing(1);
	assert_problem(delete_account(1, "wrong"), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(people_count("SELECT max(count) FROM attempts"), 1);
	people_expect_rows(1, "profiles");
	assert_problem(
		call_as(1, ENTRY(account_delete), NULL), PROBLEM_VALIDATION_FAILED);
}

TEST(the_last_owner_hands_over_first)
{
	add_knowing(1);
	people_add(2);
	people_add_org(3, "public");
	people_join(3, 1);
	people_join(3, 2);
	scratch_sql("UPDATE orgs SET member_count = 2");
	set_role(3, 1, "owner");
	set_role(3, 2, "admin");
	assert_problem(delete_account(1, GOOD_PASSWORD), PROBLEM_LAST_OWNER);
	people_expect_rows(2, "org_members");
	people_expect_rows(2, "profiles");
	set_role(3, 2, "owner");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	assert_problem(delete_account(1, GOOD_PASSWORD), PROBLEM_LAST_OWNER);
	scratch_sql("UPDATE members SET status = 'active' WHERE id = '%s'",
		scratch_uuid_text(2));
	assert_done(delete_account(1, GOOD_PASSWORD));
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 1);
}

TEST(the_last_lead_hands_over_first)
{
	add_knowing(1);
	people_add(2);
	scratch_sql(
		"INSERT INTO projects (id, name, member_count) VALUES ('%s', 'Loom', 2)",
		scratch_uuid_text(50));
	scratch_sql("INSERT INTO project_members (project_id, member_id, role) VALUES"
		    " ('%s', '%s', 'lead'), ('%s', '%s', 'member')",
		scratch_uuid_text(50), scratch_uuid_text(1), scratch_uuid_text(50),
		scratch_uuid_text(2));
	scratch_sql("INSERT INTO progress (id, author_id, kind, title) VALUES"
		    " ('%s', '%s', 'learning', 'Learned it')",
		scratch_uuid_text(51), scratch_uuid_text(1));
	assert_problem(delete_account(1, GOOD_PASSWORD), PROBLEM_LAST_LEAD);
	people_expect_rows(1, "progress");
	scratch_sql("UPDATE project_members SET role = 'lead'");
	assert_done(delete_account(1, GOOD_PASSWORD));
	assert_int_equal(people_count("SELECT member_count FROM projects"), 1);
	people_expect_rows(1, "project_members");
	people_expect_rows(0, "progress");
}

TEST(wishes_end_and_their_slug_is_free)
{
	add_knowing(1);
	people_add_org(3, "public");
	scratch_sql("INSERT INTO org_applications (id, applicant_id, slug, name, kind,"
		    " description, location, website, applicant_role, message) VALUES"
		    " ('%s', '%s', 'guild', 'Guild', 'club', '', '', '', 'Weaver', '')",
		scratch_uuid_text(53), scratch_uuid_text(1));
	scratch_sql(
		"INSERT INTO org_join_requests (id, org_id, member_id, message) VALUES"
		" ('%s', '%s', '%s', '')",
		scratch_uuid_text(54), scratch_uuid_text(3), scratch_uuid_text(1));
	scratch_sql(
		"INSERT INTO org_invitations (id, org_id, email, role, hash, to_stranger,"
		" expires_at, status) SELECT gen_random_uuid(), '%s',"
		" 'Member1@example.org', 'member', sha256(s::bytea), false, now(), s"
		" FROM unnest('{pending,accepted}'::text[]) AS s",
		scratch_uuid_text(3));
	assert_done(delete_account(1, GOOD_PASSWORD));
	assert_int_equal(people_count("SELECT (SELECT count(*) FROM org_applications)"
				      " + (SELECT count(*) FROM org_join_requests)"
				      " + (SELECT count(*) FROM org_slugs"
				      " WHERE slug = 'guild')"),
		0);
	people_expect_rows(0, "org_invitations");
}

TEST(the_last_administrator_hands_over_first)
{
	add_knowing(1);
	people_add(2);
	people_add_as(4, "suspended");
	scratch_sql("UPDATE members SET role = 'admin' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(1), scratch_uuid_text(4));
	assert_problem(delete_account(1, GOOD_PASSWORD), PROBLEM_LAST_ADMIN);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(2));
	assert_done(delete_account(1, GOOD_PASSWORD));
}

TEST(the_database_holds_no_former_member_with_an_address)
{
	people_add(1);
	assert_string_equal(scratch_value("SELECT count(*) FROM pg_constraint"
					  " WHERE conname = 'members_former_check'"),
		"1");
	scratch_sql("DO $$ BEGIN UPDATE members SET former_at = now();"
		    " RAISE EXCEPTION 'it was accepted';"
		    " EXCEPTION WHEN check_violation THEN NULL; END $$");
	people_expect_rows(0, "members WHERE former_at IS NOT NULL");
}
