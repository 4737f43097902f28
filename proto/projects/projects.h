/*
 * projects.h - projects and their rosters.
 */
#ifndef KITH_PROTO_PROJECTS_PROJECTS_H
#define KITH_PROTO_PROJECTS_PROJECTS_H

#include "proto/op.h"

/* The maximum number of people on a roster, which is returned as a whole. */
#define PROJECT_ROSTER_MAX 200

#define PROJECT_OPS(OP) \
	OP(project_create) \
	OP(project_list) \
	OP(me_project_list) \
	OP(org_project_list) \
	OP(project_get) \
	OP(project_update) \
	OP(project_delete) \
	OP(project_assign) \
	OP(project_remove) \
	OP(project_remove_handle) \
	OP(project_leave)

#define PROJECT_OP(name) extern const struct op op_##name;
PROJECT_OPS(PROJECT_OP)
#undef PROJECT_OP

extern const char *const project_stage_values[];
extern const char *const project_visibility_values[];
extern const char *const project_role_values[];
extern const char *const affiliation_kind_values[];
extern const struct record project_record;

/* The id of a project in a path. */
#define PROJECT_ID(holder) \
	ID_FIELD(holder, "proj", PROBLEM_PROJECT_NOT_FOUND, "The project's id.")

struct project_create_in {
	struct text name;
	struct text summary;
	struct text description;
	struct text stage;
	struct text visibility;
};

struct project_list_in {
	struct text org;
	struct text member;
	struct text q;
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct me_project_list_in {
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct org_project_list_in {
	struct text slug;
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct project_get_in {
	struct identifier id;
};

struct project_update_in {
	struct identifier id;
	struct text name;
	struct text summary;
	struct text description;
	struct text stage;
	struct text visibility;
	struct text status;
};

struct project_delete_in {
	struct identifier id;
};

struct project_assign_in {
	struct identifier id;
	struct text handle;
	struct text role;
	struct text title;
};

struct project_remove_in {
	struct identifier id;
	struct identifier member;
};

struct project_remove_handle_in {
	struct identifier id;
	struct text handle;
};

struct project_leave_in {
	struct identifier id;
};

#endif
