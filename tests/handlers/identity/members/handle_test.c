#include "services/identity/members/handle.h"

#include "common/text/text.h"
#include "tests/support/handler_test.h"

/* Every candidate is a valid and free handle, whatever the name is. */
TEST_COMMITTED(every_candidate_is_well_formed_and_free_of_reserved_words)
{
	static const char *const names[] = {"", " ", "-", "--", "a", "ab", "abc", "ADMIN",
		"me", "kith", "sign up", "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p", "0", "000",
		"\n\t\x01", "1234567890123456789012345678901234567890",
		"x---------------------y", "\xC3\x28\xA0", "abcdefghijklmnopqrstu-vwxyz",
		"Member"};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		for (int attempt = 1; attempt <= 14; attempt++) {
			const char *handle = handle_candidate(arena, names[i], attempt);

			assert_null(
				text_format_check(FORMAT_HANDLE, handle, strlen(handle)));
			assert_in_range(strlen(handle), 3, 30);
			assert_false(handle_reserved(handle));
		}
	}
	arena_free(arena);
}

TEST_COMMITTED(random_candidates_differ)
{
	struct arena *arena = arena_new(4096);

	assert_string_not_equal(
		handle_candidate(arena, "ada", 10), handle_candidate(arena, "ada", 10));
	arena_free(arena);
}

TEST_COMMITTED(reserves_whole_words_only)
{
	assert_true(handle_reserved("admin"));
	assert_false(handle_reserved("admin-2"));
	assert_false(handle_reserved("administration"));
}
