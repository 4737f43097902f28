#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_admin_member_approve, admin_member_approve};

static struct scratch_answer
approve(const char *id)
{
	const struct uuid admin_id = scratch_uuid(1);
	const struct principal admin = scratch_admin(&admin_id);

	return scratch_call(&entry, &admin, scratch_printf(JSON({"id": "%s"}), id));
}

TEST(makes_pending_and_suspended_members_active)
{
	static const char *const states[] = {"pending", "suspended"};

	people_add(1);
	for (unsigned i = 0; i < 2; i++) {
		struct scratch_answer answer;

		people_add_as(2 + i, states[i]);
		answer = approve(scratch_id("usr", 2 + i));
		scratch_expect(answer, "{'membershipStatus': 'active'}");
	}
	people_expect_rows(3, "members WHERE status = 'active'");
}

/* A thief could approve an administrator who is suspended for a reason. */
TEST(tells_the_other_administrators_about_one_who_comes_back)
{
	people_add(1);
	people_add_as(2, "suspended");
	scratch_sql("UPDATE members SET role = 'admin'");
	assert_done(approve(scratch_id("usr", 2)));
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'role_given'"
		" AND payload ->> 'toAddress' = 'member1@example.org'");
}

TEST(ends_the_callers_notification_of_the_account)
{
	people_add(1);
	people_add_as(2, "pending");
	people_add_as(3, "pending");
	people_tell(1, "member_pending", 2, 2);
	people_tell(1, "member_pending", 3, 3);
	assert_done(approve(scratch_id("usr", 2)));
	assert_int_equal(people_unread(1), 1);
}

TEST(tells_the_member_and_notes_it_once)
{
	people_add(1);
	people_add_as(2, "pending");
	assert_done(approve(scratch_id("usr", 2)));
	assert_done(approve(scratch_id("usr", 2)));
	people_expect_rows(1,
		"outbox WHERE topic = 'mail' AND"
		" payload ->> 'template' = 'account_approved' AND payload"
		" ->> 'toAddress' = 'member2@example.org'");
	people_expect_rows(1,
		"outbox WHERE topic = 'notice' AND payload ->> 'recipient' = '%s'",
		scratch_uuid_text(2));
	people_expect_rows(1,
		"audit WHERE action ="
		" 'member.approve' AND actor = '%s' AND subject_id = '%s'",
		scratch_uuid_text(1), scratch_uuid_text(2));
}

TEST(finds_nobody_who_is_no_member)
{
	people_add(1);
	people_add_unverified(2);
	assert_problem(approve(scratch_id("usr", 2)), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(approve(scratch_id("usr", 3)), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(approve(scratch_id("org", 2)), PROBLEM_MEMBER_NOT_FOUND);
	people_expect_rows(1, "members WHERE status = 'pending'");
}
