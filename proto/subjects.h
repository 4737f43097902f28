/*
 * subjects.h - the types of records that an audit entry, a notification or a report is
 * about.
 *
 * SUBJECT(constant, name, prefix): `name` is the value in the database and in responses.
 * `prefix` precedes the ids of such records. The function wire_prefix() of the schema
 * repeats the prefixes; tests/contract/registries_test.c compares the two.
 */
#ifndef KITH_PROTO_SUBJECTS_H
#define KITH_PROTO_SUBJECTS_H

/* clang-format off */
#define SUBJECTS(SUBJECT) \
SUBJECT(MEMBER, member, usr) \
SUBJECT(SESSION, session, ses) \
SUBJECT(TOKEN, token, pat) \
SUBJECT(CLIENT, client, cli) \
SUBJECT(INVITE, invite, invite) \
SUBJECT(REPORT, report, rep) \
SUBJECT(ORG, org, org) \
SUBJECT(ORG_APPLICATION, org_application, oapp) \
SUBJECT(ORG_INVITATION, org_invitation, oinv) \
SUBJECT(JOIN_REQUEST, join_request, jreq) \
SUBJECT(POST, post, post) \
SUBJECT(PROGRESS, progress, prog) \
SUBJECT(PROJECT, project, proj) \
SUBJECT(AFFILIATION, affiliation, aff) \
SUBJECT(EVENT, event, evt) \
SUBJECT(INTRO, intro, intro) \
SUBJECT(OUTBOX_MESSAGE, outbox_message, obx)
/* clang-format on */

enum subject {
	SUBJECT_NONE, /* no subject */
#define SUBJECT_CONSTANT(constant, name, prefix) SUBJECT_##constant,
	SUBJECTS(SUBJECT_CONSTANT)
#undef SUBJECT_CONSTANT
	SUBJECT_COUNT
};

struct subject_info {
	const char *name;
	const char *prefix;
};

/* The entry of SUBJECT_NONE is zero. */
extern const struct subject_info subject_infos[SUBJECT_COUNT];

/* The names as the values of an enum field, ended by NULL. */
extern const char *const subject_values[];

#endif
