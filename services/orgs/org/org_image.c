#include <string.h>

#include "common/call/image.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"

STATEMENT(SET_LOGO,
	"UPDATE orgs SET logo = $2 WHERE id = $1");
STATEMENT(SET_COVER,
	"UPDATE orgs SET cover = $2 WHERE id = $1");

/* Sets or removes an image; requires an admin. */
static enum problem
write_image(struct call *call, const struct statement *set, const struct org_image_in *in,
	bool removes)
{
	struct identifier image;
	struct org org;
	enum problem problem = call_image(call, removes, &image);

	if (problem == PROBLEM_NONE)
		problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, set, DB_UUID(&org.id), DB_ID(image));
	return org_answer(call, &org.id);
}

enum problem
org_logo_set(struct call *call, const void *input)
{
	return write_image(call, SET_LOGO, input, false);
}

enum problem
org_logo_set_from_url(struct call *call, const void *input)
{
	return write_image(call, SET_LOGO, input, false);
}

enum problem
org_logo_remove(struct call *call, const void *input)
{
	return write_image(call, SET_LOGO, input, true);
}

enum problem
org_cover_set(struct call *call, const void *input)
{
	return write_image(call, SET_COVER, input, false);
}

enum problem
org_cover_set_from_url(struct call *call, const void *input)
{
	return write_image(call, SET_COVER, input, false);
}

enum problem
org_cover_remove(struct call *call, const void *input)
{
	return write_image(call, SET_COVER, input, true);
}

enum problem
org_image_choose(struct call *call, const void *input)
{
	const struct org_image_in *in = input;
	const bool logo = strcmp(in->kind.data, "logo") == 0;

	return write_image(call, logo ? SET_LOGO : SET_COVER, in, in->remove.value);
}
