/*
 * op.h - an operation: what exists, described once.
 *
 * Routing, guards, validation, OpenAPI, the tool list and the reference pages read this
 * struct. The handler is the one thing that is not here: the service that implements the
 * operation names it in its own table (see common/service/service.h), so an operation that is
 * listed but not described, or described but not written, does not link.
 */
#ifndef KITH_PROTO_OP_H
#define KITH_PROTO_OP_H

#include "proto/field.h"
#include "proto/problems.h"

/* SERVICE(constant, name): the processes; the gateway answers a few operations itself. */
#define SERVICES(SERVICE) \
	SERVICE(GATEWAY, gateway) \
	SERVICE(IDENTITY, identity) \
	SERVICE(ORGS, orgs) \
	SERVICE(CONTENT, content) \
	SERVICE(PROJECTS, projects) \
	SERVICE(EVENTS, events) \
	SERVICE(NOTIFICATIONS, notifications) \
	SERVICE(MEDIA, media)

enum service_name {
#define SERVICE_CONSTANT(constant, name) SERVICE_##constant,
	SERVICES(SERVICE_CONSTANT)
#undef SERVICE_CONSTANT
	SERVICE_COUNT,
};

extern const char *const service_names[SERVICE_COUNT];

enum method {
	METHOD_NONE, /* not reachable over REST */
	METHOD_GET,
	METHOD_POST,
	METHOD_PUT,
	METHOD_PATCH,
	METHOD_DELETE,
	METHOD_COUNT,
};

extern const char *const method_names[METHOD_COUNT];

/* Who may call at all; the handler decides what a caller may do to a record. */
enum guard {
	GUARD_UNSAID, /* nobody: what says nothing fails the contract test, and is refused */
	GUARD_PUBLIC,  /* no credential is needed, and none that is sent is looked at */
	GUARD_ACCOUNT, /* a valid credential, whatever the membership */
	GUARD_MEMBER,  /* an active member: the rule for everything under /v1 */
	GUARD_ADMIN,   /* an active platform administrator */
	GUARD_SESSION, /* an active member's session, on a page of ours: no route, no tool */
	GUARD_INTERNAL, /* other processes and kithctl, never a client */
};

/* With which of a member's credentials. */
enum with {
	WITH_ANY,
	/* Not an app's: it may act for a member, but neither take all of the member's data along
	 * nor learn where and with what else the member is signed in. */
	WITH_OWN,
	/* A token that leaks may not make itself others that outlive it, nor change what signing in
	 * takes. */
	WITH_SESSION,
	WITH_COUNT,
};

/* What the reference says of each; "" = nothing. */
extern const char *const with_sentences[WITH_COUNT];

/* Scopes, as bits. An operation may be called with any one of its scopes. */
enum scope {
	SCOPE_OPENID = 1 << 0,
	SCOPE_PROFILE = 1 << 1,
	SCOPE_NETWORK_READ = 1 << 2,
	SCOPE_NETWORK_WRITE = 1 << 3,
	SCOPE_OFFLINE_ACCESS = 1 << 4,
	SCOPE_ADMIN = 1 << 5,
	SCOPE_ALL = (1 << 6) - 1,
};

struct scope_info {
	unsigned bit;
	const char *name;
	const char *sentence; /* what a person consents to */
	unsigned includes;    /* scopes that this one grants as well */
};

#define SCOPE_KINDS 6
extern const struct scope_info scope_infos[SCOPE_KINDS];

enum op_shape {
	SHAPE_RECORD, /* one .output record */
	SHAPE_PAGE,   /* {items: [.output], nextCursor} */
	SHAPE_ARRAY,  /* [.output], the next page in a Link header */
	SHAPE_PARTS, /* one .output, too large for a message: the gateway joins its parts */
	SHAPE_FILE, /* a text of .file_type, which is no JSON; without an .output */
	SHAPE_NONE, /* 204 */
};

/* The transaction in which the skeleton runs the handler. */
enum op_tx {
	TX_UNSAID, /* fails the contract test, and is not carried out */
	TX_NONE, /* each statement by itself; those of a GET share connections, the cheapest way */
	TX_READ, /* REPEATABLE READ, read only: one snapshot for several statements; nothing begins
		  * before the first of them */
	TX_WRITE, /* READ COMMITTED; committed when the handler returns PROBLEM_NONE */
};

/* Which workers run the handler. */
enum lane {
	LANE_DATABASE, /* waits for nothing but the database */
	LANE_OUTSIDE,  /* slow work outside of it: password hashes, images */
	LANE_WEB,      /* waits for hosts that members name, which may never answer */
	LANE_STORE,    /* waits for the object store */
	LANE_SOCIAL,   /* waits for the social provider */
	LANE_COUNT,
};

/* How old a replica of the database may be that answers what is marked .behind. */
#define READ_BEHIND_MAX_MS 2000

/* Whose credentials an operation ends, or changes what they are good for. The gateway that
 * carried it out forgets what it remembers of them before it answers. */
enum whose_credentials {
	CREDENTIALS_OF_NOBODY,
	CREDENTIALS_OF_CALLER,   /* the member's who calls */
	CREDENTIALS_OF_SUBJECT,  /* the member's whom the input's `id` names */
	CREDENTIALS_OF_SOMEBODY, /* those of a member whom only the service knows */
};

/*
 * Where an operation has the image from that it sets. Before it is carried out, the gateway has
 * media make the image and notes its id in the call (struct call, .image), so that whoever owns
 * the record sets it in the transaction in which the caller's authority is judged.
 */
enum image_source {
	IMAGE_NONE,
	IMAGE_BODY,   /* of a PUT: the bytes, or a form with one file */
	IMAGE_URL,    /* that the input's `url` names */
	IMAGE_CHOSEN, /* a tool: that `url` names; none where `remove` is true */
	IMAGE_SOCIAL, /* that the caller has at the social provider */
	IMAGE_AVATAR, /* a tool: IMAGE_SOCIAL where `source` says so, else IMAGE_CHOSEN */
};

/* What an image is for, and so what becomes of it. */
enum image_use {
	IMAGE_SQUARE,  /* an avatar or a logo: 512 x 512 pixels */
	IMAGE_WIDE,    /* a photo or a cover: within 1600 x 1600 */
	IMAGE_BY_KIND, /* as the input's `kind` says: a logo is square, a cover wide */
};

/*
 * Whether what an operation has written is then shared on the caller's social account. After the
 * operation the gateway has media post it, and the operation of .shown answers with what came of
 * that (gateway/edge/steps.c).
 */
enum share {
	SHARE_NONE,
	SHARE_ASKED,  /* where the input's `social` is true; a failure is a warning */
	SHARE_ALWAYS, /* it is what the operation is for; a failure is its answer */
};

/* A constraint that the database may refuse with, and what that means to the caller. */
struct conflict {
	const char *constraint;
	enum problem problem;
	const char *pointer; /* with PROBLEM_VALIDATION_FAILED: the field, "#/slug" */
	enum fault_code fault;
	const char *detail;
};

/* How assistants see the operation; name NULL = not a tool. */
struct tool {
	const char *name;  /* at most 32 characters, snake_case */
	const char *title; /* for people, in the client's list of tools */
	const char
		*doc; /* what it does and when to use it; NULL = the operation's .doc */
	bool read_only;
	bool destructive;
	bool idempotent; /* twice does no more than once, and meets the state as it is by then:
			  * a repeated call is carried out. One of any other tool that writes gets
			  * the first result again (gateway/mcp/call.c) */
	bool open_world; /* reaches people outside the instance */
	int rank;        /* order in the list: 1 = used most */
};

struct op {
	const char
		*name; /* post_create: the function, the file, the OpenAPI operationId */
	enum service_name service;
	enum method method;
	const char *path;    /* "/v1/posts/{id}"; each {name} is a field of .input */
	const char *summary; /* a title of a few words */
	const char *doc;     /* sentences */
	const struct record *input;  /* NULL = takes nothing */
	const struct record *output; /* NULL with SHAPE_FILE and SHAPE_NONE */
	enum op_shape shape;
	enum guard guard;
	enum with with;
	unsigned scopes; /* any of them; 0 = none needed */
	enum op_tx tx;
	enum lane lane;
	bool brief; /* TX_READ, never slow, and each statement may have a snapshot of its own: where no
		     * replica is asked, they share connections as those of TX_NONE do */
	const char *const *
		slow_with; /* of what is .brief: the fields that make it slow; ended by NULL */
	bool behind; /* a GET that need not see what others have written within READ_BEHIND_MAX_MS:
		      * a replica may answer it */
	bool repeatable; /* beside what only reads: twice does no more than once, also at once */
	bool accepted; /* answers 202: the work goes on elsewhere */
	bool secret;   /* the answer holds a secret: sealed when kept for a replay */
	enum whose_credentials changes;
	bool tagged;           /* a single-record GET: answers with an ETag */
	const char *file_type; /* SHAPE_FILE: the media type of what is answered */
	bool ignores_body; /* a POST whose body may be anything, since nobody reads it */
	enum image_source image;
	enum image_use image_use;
	const struct op *
		first; /* internal: is called before it, with the same input, and must succeed */
	enum share share;
	const struct op
		*shown; /* with .share: takes {id} of the answer, and answers instead */
	int timeout_ms; /* of what waits for others than the database; 0 = as usual */
	const struct op
		*current; /* of a write: the GET that shows the record which it writes */
	const struct op *
		next_part; /* SHAPE_PARTS: gives the parts after the first; takes {part} */
	const char
		*location; /* of what was created: "/v1/posts/{id}", {id} of the output */
	const enum problem *problems; /* ended by PROBLEM_NONE; the guards' are implied */
	const struct cure *cures;     /* beside problems.h; ended by PROBLEM_NONE */
	const struct conflict *conflicts; /* ended by a NULL constraint */
	struct tool tool;
	const char *deprecated; /* RFC 9745: "@1688169599"; NULL = not deprecated */
	const char *sunset;     /* RFC 8594: an HTTP date */
};

/* Whether a call writes nothing, by what the operation says of itself. */
bool op_only_reads(const struct op *op);

/* Whether a call may be sent once more, without a key, when nobody knows what became of it. */
bool op_is_repeatable(const struct op *op);

/* Whether the gateway makes other calls for a call of the operation, before or after it. */
bool op_has_steps(const struct op *op);

/* Whether the operation's body is an image. */
bool op_takes_image(const struct op *op);

/* Whether a call may say with If-Match which state of the record it changes. */
bool op_takes_if_match(const struct op *op);

/* Whether a success carries the entity tag of its record: that of a GET of one record, and of a
 * write that answers one, so that a client need not read what it has just written. */
bool op_answers_tag(const struct op *op);

/* Whether that tag is the one of the answer itself. A write may show its record otherwise than the
 * GET does, and then has the GET made for the tag. */
bool op_tags_answer(const struct op *op);

/* Whether a field of the operation's input is given by its path. */
bool op_in_path(const struct op *op, const struct field *field);

/* Whether the operation reads a body, which may have no fields: whatever is no GET. */
bool op_takes_body(const struct op *op);

/* What helps whom the operation, which may be NULL, refuses so: its own cure, that of what its body
 * is, or the problem's. */
const struct cure *op_cure(const struct op *op, enum problem problem);

/* All operations of all services, in the order of the reference. */
extern const struct op *const ops[];
extern const size_t op_count;

/* The place of an operation in ops[]; op_count for NULL, and for one that is not listed. */
size_t op_index(const struct op *op);

#endif
