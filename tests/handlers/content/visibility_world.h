/*
 * visibility_world.h - a world with an item of every kind, and the rules of who may see
 * it.
 *
 * The world is the product of authors, public or not, every set of three organizations,
 * and states or projects.
 */
#ifndef KITH_TESTS_VISIBILITY_WORLD_H
#define KITH_TESTS_VISIBILITY_WORLD_H

#include "services/content/post/post_sweep.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/content/progress_fixture.h"

#define MEMBERS 7   /* numbered from 1 */
#define SUSPENDED 5 /* has written items and is suspended */
#define GONE 6      /* has written items and left every group; 7 was never in one */
#define AUTHORS 6
#define ORGS 3 /* numbered from 21; the second one is unlisted */
#define ORG_FIRST 21
#define PROJECTS 2 /* 31 is open to the network, 32 private */
#define PROJECT_FIRST 31
#define AUDIENCES 16 /* public or not, times every set of organizations */
#define ITEM_FIRST 1000
#define ITEMS_MAX 600

/* Bit n: organization or project number n. */
static const unsigned orgs_of[MEMBERS + 1] = {0, 1, 3, 4, 7, 7, 0, 0};
static const unsigned projects_of[MEMBERS + 1] = {0, 1, 2, 3, 0, 3, 0, 0};

enum item_state {
	ITEM_OPEN,
	ITEM_EXPIRES_LATER,
	ITEM_EXPIRED,
	ITEM_LAPSED, /* expired, and removed from the indexes */
	ITEM_CLOSED,
	ITEM_STATES,
};

struct item {
	unsigned number;
	unsigned author;
	bool is_public;
	unsigned orgs;
	unsigned projects; /* none or one */
	enum item_state state;
};

static struct item items[ITEMS_MAX];
static size_t item_count;

/* ---- the rules ---- */

static inline bool
may_see(unsigned viewer, const struct item *item)
{
	if (item->author == viewer)
		return true;
	if (item->author == SUSPENDED)
		return false;
	return item->is_public || (item->orgs & orgs_of[viewer]) != 0 ||
		(item->projects & projects_of[viewer]) != 0;
}

static inline bool
is_listed(const struct item *item)
{
	return item->state == ITEM_OPEN || item->state == ITEM_EXPIRES_LATER;
}

static inline bool
is_of_first_kind(const struct item *item)
{
	return item->number % 2 == 0;
}

/* Only its members know the unlisted organization. */
static inline unsigned
known_orgs(unsigned viewer, const struct item *item)
{
	unsigned known = item->orgs & (orgs_of[viewer] | 1u | 4u);

	return (known & 1u) + (known >> 1 & 1u) + (known >> 2 & 1u);
}

static inline bool
may_know_project(unsigned viewer, unsigned project)
{
	return project == 1 || (project & projects_of[viewer]) != 0;
}

/* ---- the world ---- */

static inline void
add_people_and_groups(void)
{
	for (unsigned i = 0; i < ORGS; i++)
		people_add_org(ORG_FIRST + i, i == 1 ? "unlisted" : "public");
	progress_add_project(PROJECT_FIRST, "network");
	progress_add_project(PROJECT_FIRST + 1, "private");
	for (unsigned member = 1; member <= MEMBERS; member++) {
		people_add_as(member, member == SUSPENDED ? "suspended" : "active");
		for (unsigned i = 0; i < ORGS; i++) {
			if (orgs_of[member] >> i & 1u)
				people_join(ORG_FIRST + i, member);
		}
		for (unsigned i = 0; i < PROJECTS; i++) {
			if (projects_of[member] >> i & 1u)
				progress_join_project(PROJECT_FIRST + i, member);
		}
	}
	item_count = 0;
}

/* The older half of the items is not public, so some pages hold only groups' items and
 * some hold both. */
static inline struct item *
new_item(unsigned author, unsigned bits)
{
	struct item *item = &items[item_count];

	assert_true(item_count < ITEMS_MAX);
	*item = (struct item){
		.number = ITEM_FIRST + (unsigned)item_count,
		.author = author,
		.is_public = bits >= AUDIENCES / 2,
		.orgs = bits % (AUDIENCES / 2),
	};
	item_count++;
	return item;
}

static inline void
sweep(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open(NULL)};

	post_sweep_once(&call);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

/* Sixteen items share each moment, so their order depends on the id. */
static inline void
share_moments(const char *table, const char *targets, const char *item)
{
	scratch_sql("UPDATE %s SET created_at = timestamptz '2026-01-01 00:00:00Z'"
		    " + right(title, 4)::int / 16 * interval '1 second'",
		table);
	scratch_sql(
		"UPDATE %s t SET created_at = i.created_at FROM %s i WHERE i.id = t.%s",
		targets, table, item);
}

static inline void
set_expiry(enum item_state state, const char *expiry)
{
	for (size_t i = 0; i < item_count; i++) {
		if (items[i].state == state)
			scratch_sql("UPDATE posts SET expires_at = now() + interval '%s'"
				    " WHERE id = '%s'",
				expiry, scratch_uuid_text(items[i].number));
	}
	scratch_sql("UPDATE post_targets t SET expires_at = p.expires_at FROM posts p"
		    " WHERE p.id = t.post_id");
}

static inline void
add_posts(void)
{
	add_people_and_groups();
	for (unsigned bits = 0; bits < AUDIENCES; bits++) {
		for (unsigned author = 1; author <= AUTHORS; author++) {
			for (unsigned state = 0; state < ITEM_STATES; state++)
				new_item(author, bits)->state = (enum item_state)state;
		}
	}
	for (size_t i = 0; i < item_count; i++) {
		const struct item *item = &items[i];

		post_add(item->number, item->author, item->is_public ? "true" : "false");
		for (unsigned org = 0; org < ORGS; org++) {
			if (item->orgs >> org & 1u)
				post_publish_to(item->number, ORG_FIRST + org);
		}
		if (item->state == ITEM_CLOSED)
			scratch_sql(
				"UPDATE posts SET status = 'closed', closed_at = now()"
				" WHERE id = '%s'",
				scratch_uuid_text(item->number));
	}
	scratch_sql("UPDATE post_targets t SET is_open = p.status = 'open' FROM posts p"
		    " WHERE p.id = t.post_id");
	scratch_sql(
		"UPDATE posts SET kind = 'hiring' WHERE right(title, 1)::int %% 2 = 1");
	scratch_sql("UPDATE post_targets t SET kind = p.kind FROM posts p"
		    " WHERE p.id = t.post_id");
	share_moments("posts", "post_targets", "post_id");
	set_expiry(ITEM_LAPSED, "-1 hour");
	sweep();
	set_expiry(ITEM_EXPIRED, "-1 minute");
	set_expiry(ITEM_EXPIRES_LATER, "1 hour");
}

static inline void
add_progress(void)
{
	add_people_and_groups();
	for (unsigned bits = 0; bits < AUDIENCES; bits++) {
		for (unsigned author = 1; author <= AUTHORS; author++) {
			for (unsigned projects = 0; projects <= PROJECTS; projects++)
				new_item(author, bits)->projects = projects;
		}
	}
	for (size_t i = 0; i < item_count; i++) {
		const struct item *item = &items[i];

		progress_add(item->number, item->author,
			item->is_public ? "true" : "false",
			item->projects == 0 ? 0 : PROJECT_FIRST - 1 + item->projects);
		for (unsigned org = 0; org < ORGS; org++) {
			if (item->orgs >> org & 1u)
				progress_publish_to(item->number, ORG_FIRST + org);
		}
	}
	scratch_sql(
		"UPDATE progress SET kind = 'customer' WHERE right(title, 1)::int %% 2 ="
		" 1");
	scratch_sql("UPDATE progress_targets t SET kind = g.kind FROM progress g"
		    " WHERE g.id = t.progress_id");
	share_moments("progress", "progress_targets", "progress_id");
}

#endif
