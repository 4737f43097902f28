#include "common/db/db.h"
#include "common/json/json.h"
#include "common/quota/quota.h"
#include "services/identity/account/account.h"
#include "services/identity/members/handle.h"

/* No field of a profile is nullable, so a null parameter means that the field stays as it
 * is. */
STATEMENT(PATCH_PROFILE,
	"UPDATE profiles SET handle = COALESCE($2, handle),"
	" headline = COALESCE($3, headline), bio = COALESCE($4, bio),"
	" roles = COALESCE($5, roles),"
	" skills = COALESCE($6, skills), looking_for = COALESCE($7, looking_for),"
	" affiliation = COALESCE($8, affiliation),"
	" program = COALESCE($9, program), location = COALESCE($10, location),"
	" links = COALESCE($11, links), visibility = COALESCE($12, visibility),"
	" onboarded_at = CASE WHEN $13 THEN COALESCE(onboarded_at, now())"
	" ELSE onboarded_at END WHERE member_id = $1");

/* The map as JSON text; absent if the map is absent. */
static struct text
links_json(struct arena *arena, const struct text_map *links)
{
	struct buffer json = {.arena = arena};

	if (links->presence != GIVEN)
		return (struct text){.presence = ABSENT, .data = ""};
	json_put_raw(&json, "{");
	for (uint32_t i = 0; i < links->count; i++) {
		if (i > 0)
			json_put_raw(&json, ",");
		json_put_string(&json, links->keys[i].data, links->keys[i].size);
		json_put_raw(&json, ":");
		json_put_string(&json, links->values[i].data, links->values[i].size);
	}
	json_put_raw(&json, "}");
	return (struct text){.presence = GIVEN,
		.size = (uint32_t)json.size,
		.data = arena_copy(arena, json.data, json.size)};
}

/* A trigger on profiles sets updated_at if any value differs. */
enum problem
account_patch(struct call *call, const struct profile_in *in, bool onboard)
{
	enum problem problem;

	if (in->handle.presence == GIVEN && handle_reserved(in->handle.data))
		return call_fault(
			call, "#/handle", FAULT_NOT_ALLOWED, "this handle is reserved");
	problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, PATCH_PROFILE, DB_UUID(&call->principal.member),
		DB_TEXT(in->handle), DB_TEXT(in->headline), DB_TEXT(in->bio),
		DB_TEXTS(in->roles), DB_TEXTS(in->skills), DB_TEXTS(in->looking_for),
		DB_TEXT(in->affiliation), DB_TEXT(in->program), DB_TEXT(in->location),
		DB_JSON(links_json(call->arena, &in->links)), DB_TEXT(in->visibility),
		DB_FLAG(onboard));
	return account_answer(call, &call->principal.member);
}
