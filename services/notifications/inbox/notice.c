#include "common/config/config.h"
#include "proto/notices.h"
#include "services/notifications/inbox/notice_sql.h"

/* `names` has one string for each kind. */
static struct db_param
texts_of(struct call *call, const char *const names[NOTICE_COUNT])
{
	struct text *items = arena_array(call->arena, NOTICE_COUNT, sizeof(*items));

	for (int i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++)
		items[i - 1] = arena_text(call->arena, names[i]);
	return DB_TEXTS(((struct text_list){GIVEN, NOTICE_COUNT - 1, items}));
}

const struct db_param *
notice_params(struct call *call)
{
	struct db_param *params =
		arena_array(call->arena, NOTICE_PARAMS, sizeof(*params));
	const char *kinds[NOTICE_COUNT], *titles[NOTICE_COUNT], *bodies[NOTICE_COUNT];

	for (int i = NOTICE_NONE; i < NOTICE_COUNT; i++) {
		kinds[i] = notice_infos[i].kind;
		titles[i] = notice_infos[i].title;
		bodies[i] = notice_infos[i].body;
	}
	params[0] = DB_FLAG(call_administers(call));
	params[1] = DB_TEXT(config()->base_url);
	params[2] = texts_of(call, kinds);
	params[3] = texts_of(call, titles);
	params[4] = texts_of(call, bodies);
	return params;
}
