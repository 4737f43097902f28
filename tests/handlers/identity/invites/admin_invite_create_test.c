#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
create(const char *json)
{
	return admin_call(1, ENTRY(admin_invite_create), json);
}

TEST(makes_a_code_that_is_hard_to_guess)
{
	struct scratch_answer answer;
	const char *code;

	admin_add(1);
	answer = create(JSON({"note": "Spring", "maxUses": 3, "expiresInDays": 7}));
	assert_done(answer);
	code = scratch_string(&answer, "code");
	assert_int_equal(strlen(code), 19);
	assert_int_equal(strspn(code, "0123456789abcdefghjkmnpqrstvwxyz-"), 19);
	scratch_expect(answer, "{'note': 'Spring', 'maxUses': 3, 'uses': 0}");
	people_expect_rows(1,
		"invite_codes WHERE code = '%s' AND"
		" expires_at = now() + interval '7 days' AND created_by = '%s'",
		code, scratch_uuid_text(1));
	people_expect_rows(1, "audit WHERE action = 'invite.create'");
	assert_done(create("{}"));
	assert_string_not_equal(
		code, scratch_value("SELECT code FROM invite_codes WHERE note = ''"));
}

TEST(admits_one_for_ever_unless_told_otherwise)
{
	admin_add(1);
	scratch_expect(create("{}"), "{'note': '', 'maxUses': 1, 'expiresAt': null}");
}

TEST(can_be_made_by_the_operator)
{
	assert_done(call_anonymously(ENTRY(admin_invite_create), "{}"));
	people_expect_rows(1, "invite_codes WHERE created_by IS NULL");
}

TEST(holds_its_bounds)
{
	static const struct {
		const char *json;
		const char *pointer;
		enum fault_code code;
	} faulty[] = {
		{JSON({"maxUses": 0}), "#/maxUses", FAULT_TOO_SMALL},
		{JSON({"maxUses": 501}), "#/maxUses", FAULT_TOO_LARGE},
		{JSON({"expiresInDays": 0}), "#/expiresInDays", FAULT_TOO_SMALL},
		{JSON({"expiresInDays": 366}), "#/expiresInDays", FAULT_TOO_LARGE},
		{JSON({"maxUses": [1]}), "#/maxUses", FAULT_TYPE},
		{JSON({"note": {}}), "#/note", FAULT_TYPE},
	};
	struct scratch_answer answer;
	char note[210];

	admin_add(1);
	for (size_t i = 0; i < COUNT_OF(faulty); i++) {
		people_expect_fault(
			create(faulty[i].json), faulty[i].pointer, faulty[i].code);
	}
	memset(note, 'n', sizeof(note));
	people_expect_fault(create(scratch_printf(JSON({"note": "%.201s"}), note)),
		"#/note", FAULT_TOO_LONG);
	answer = create(scratch_printf(
		JSON({"note": "%.200s", "maxUses": 500, "expiresInDays": 365}), note));
	assert_done(answer);
}

TEST(the_table_holds_the_bounds_too)
{
	static const char *const faulty[] = {"'', 0, 0", "'', 501, 0",
		"repeat('n', 201), 1, 0", "'', 2, 3", "'', 2, -1"};

	for (size_t i = 0; i < COUNT_OF(faulty); i++)
		scratch_sql("DO $$ BEGIN INSERT INTO invite_codes (code, note, max_uses,"
			    " uses) VALUES ('code', %s); RAISE 'it was taken';"
			    " EXCEPTION WHEN check_violation THEN NULL; END $$",
			faulty[i]);
}
