#include "tests/handlers/identity/activity/approval_fixture.h"

TEST_COMMITTED(shows_the_whole_input)
{
	struct scratch_answer answer;

	app_that_waits(1, 301);
	answer = by_browser(1, ENTRY(me_approval_get), newest(1));
	scratch_expect(answer,
		"{'status': 'awaiting_approval', 'operation': 'post_create',"
		" 'content': 'Kind: idea\\nTitle: An ask\\nBody: \\n"
		"Publish to: public: yes\\n'}");
	assert_non_null(strstr(scratch_string(&answer, "url"), "/approvals/apr_"));
}

TEST_COMMITTED(shows_nobody_elses)
{
	people_add(2);
	assert_problem(by_browser(2, ENTRY(me_approval_get), newest(1)),
		PROBLEM_APPROVAL_NOT_FOUND);
}
