#include "tests/handlers/content/progress_social_fixture.h"

static const struct op_entry entry = {&op_progress_created, progress_created};

/* The warning about a share in this state; NULL without one. */
static const char *
warning(const char *state)
{
	struct scratch_answer answer;

	scratch_sql(
		"UPDATE social_shares SET state = '%s', sending_until = now()", state);
	answer = social_call(&entry, 1, 100);
	assert_done(answer);
	if (json_object_get(answer.output, "warnings") == NULL)
		return NULL;
	assert_int_equal(json_array_size(scratch_at(&answer, "warnings")), 1);
	return scratch_string(&answer, "warnings.0");
}

TEST(warns_of_a_share_that_has_not_worked)
{
	people_add(1);
	social_add_entry(100, 1);
	assert_null(warning("shared"));
	scratch_sql("INSERT INTO social_shares (progress_id, member_id)"
		    " SELECT id, author_id FROM progress");
	social_add(1, SOCIAL_URL, "NULL");
	assert_null(warning("shared"));
	assert_non_null(strstr(warning("failed"), "did not accept it"));
	assert_non_null(strstr(warning("asked"), "did not accept it"));
	assert_non_null(strstr(warning("unknown"), "it is unknown"));
	assert_non_null(strstr(warning("sending"), "it is unknown"));
	scratch_sql("UPDATE social_accounts SET expires_at = now()");
	assert_non_null(strstr(warning("failed"), "linked again"));
	assert_null(warning("shared"));
}
