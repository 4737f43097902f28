/*
 * op.h - an operation: what exists, described once.
 *
 * Routing, guards, validation, OpenAPI, the tool list and the reference pages read this
 * struct. The service names the handler in a table of its own (common/service/service.h),
 * so an operation that is listed but not described, or described but not written, does
 * not link.
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

/* Who may call the operation at all; the handler decides what a caller may do to a
 * record. */
enum guard {
	/* nobody: the contract test fails, and the gateway refuses the call */
	GUARD_UNSET,
	GUARD_PUBLIC,  /* everybody; a credential is neither needed nor looked at */
	GUARD_ACCOUNT, /* a valid credential, whatever the state of the membership */
	GUARD_MEMBER,  /* an active member: the rule for everything under /v1 */
	GUARD_ADMIN,   /* an active platform administrator */
	/* an active member's session, on a page of ours: no route, no tool */
	GUARD_SESSION,
	GUARD_INTERNAL, /* other processes and kithctl, never a client */
};

/* Which of a member's credentials may call the operation. */
enum with {
	WITH_ANY,
	/* Not an app's. An app acts for a member, but may neither export the member's
	 * data nor list the member's other sessions, tokens and apps. */
	WITH_OWN,
	/* A session's only. A leaked token must not create tokens that outlive it, nor
	 * change how the member signs in. */
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
	/* a chunked export: one .output, which the gateway joins from chunks */
	SHAPE_CHUNKED,
	SHAPE_FILE, /* a text of .answer.file_type, without an .output */
	SHAPE_NONE, /* 204 */
};

/* The transaction in which the handler runs. */
enum op_tx {
	TX_UNSET, /* none is declared: the contract test fails, and the call is refused */
	TX_NONE,  /* each statement by itself */
	/* REPEATABLE READ, read only: one snapshot, from the first statement on */
	TX_READ,
	TX_WRITE, /* READ COMMITTED; committed when the handler returns PROBLEM_NONE */
};

/* How long a read keeps its database connection busy, and so which connection it gets. */
enum op_cost {
	/* not a read of the database: it has a connection of its own, or none */
	COST_UNSET,
	/* Single statements by key, on connections that other calls share. */
	COST_POINT,
	/* Single statements that each read one page, on shared connections too, for which
	 * lists wait apart from point reads. A call with a filter may skip many rows: it
	 * counts as COST_SLOW. On a shared connection even TX_READ has a snapshot for
	 * each statement. */
	COST_LIST,
	/* A transaction on a connection of its own. */
	COST_SLOW,
};

/* Which worker pool runs the handler. */
enum pool {
	POOL_DATABASE, /* waits for nothing but the database */
	POOL_OUTSIDE,  /* slow work outside of it: password hashes, images */
	POOL_WEB,      /* waits for hosts that members name, which may never answer */
	POOL_STORE,    /* waits for the object store */
	POOL_SOCIAL,   /* waits for the social provider */
	POOL_COUNT,
};

/* How far a replica of the database may lag when it answers an operation with
 * .stale_ok. */
#define READ_BEHIND_MAX_MS 2000

/* How the handler runs, where this differs from most operations. */
struct op_run {
	enum pool pool; /* which worker pool runs the handler */
	/* of a handler that waits for more than the database; 0 = the default */
	int timeout_ms;
	/* a write that has the same effect when it runs twice, even at once */
	bool repeatable;
};

/* Whose credentials an operation ends or changes. The gateway that carried it out drops
 * them from its cache before it answers. */
enum whose_credentials {
	CREDENTIALS_OF_NOBODY,
	CREDENTIALS_OF_CALLER,   /* of the member who calls */
	CREDENTIALS_OF_SUBJECT,  /* of the member whom the input's `id` names */
	CREDENTIALS_OF_SOMEBODY, /* of a member whom only the service knows */
};

/* How a success is answered over REST, beside its body. */
struct op_answer {
	bool accepted; /* answers 202: the work continues elsewhere */
	bool secret;   /* holds a secret: encrypted when it is kept for a replay */
	bool tagged;   /* a GET of one record: answers with an ETag */
	const char *file_type; /* SHAPE_FILE: the media type of the text */
	/* of a created record: "/v1/posts/{id}", {id} of the output */
	const char *location;
};

/* Where the image comes from that an operation sets. */
enum image_source {
	IMAGE_NONE,
	IMAGE_BODY, /* the body of a PUT: the bytes, or a form with one file */
	IMAGE_URL,  /* the address in the input's `url` */
	/* a tool: the address in `url`, or no image when `remove` is true */
	IMAGE_CHOSEN,
	IMAGE_SOCIAL, /* the caller's photo at the social provider */
	IMAGE_AVATAR, /* a tool: IMAGE_SOCIAL when `source` says so, else IMAGE_CHOSEN */
};

/* What an image is for, which decides its size. */
enum image_use {
	IMAGE_SQUARE,  /* an avatar or a logo: 512 x 512 pixels */
	IMAGE_WIDE,    /* a photo or a cover: within 1600 x 1600 */
	IMAGE_BY_KIND, /* as the input's `kind` says: a logo is square, a cover wide */
};

/*
 * An operation that sets an image takes two calls. The gateway first has media make the
 * image; then it calls the operation with the image's id (struct call, .image), so that
 * the owner of the record sets it in the transaction that checks the caller's permission.
 */
struct op_image {
	enum image_source source;
	enum image_use use;
};

/* Whether the gateway shares on the caller's social account what an operation has
 * written. */
enum share {
	SHARE_NONE,
	SHARE_ASKED,  /* when the input's `social` is true; a failure is a warning */
	SHARE_ALWAYS, /* sharing is the purpose: its failure is the answer */
};

/* Calls of media for the caller's social account, before or after the operation. */
struct op_social {
	const struct op *first; /* internal: must succeed before, with the same input */
	enum share share; /* whether media then posts what the operation has written */
	/* with .share: takes {id} of the answer, and answers instead */
	const struct op *shown;
};

/* A chunked export: the operation answers its first chunk. */
struct op_chunks {
	const struct op *next; /* answers the chunks after the first; takes {part} */
};

/* The end of an operation's life, as response headers announce it. */
struct op_retired {
	const char *deprecated; /* RFC 9745: "@1688169599"; NULL = not deprecated */
	const char *sunset;     /* RFC 8594: an HTTP date */
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
	/* what it does and when to use it; NULL = the operation's .doc */
	const char *doc;
	bool read_only;
	bool destructive;
	/* A second call has no further effect, so it is carried out again. A second call
	 * of any other tool that writes gets the first result (gateway/mcp/call.c). */
	bool idempotent;
	bool open_world; /* reaches people outside the instance */
	int rank;        /* order in the list: 1 = used most */
};

/* At most 28 members: what concerns few operations stands in a struct of its own. */
struct op {
	/* post_create: the function, the file, the OpenAPI operationId */
	const char *name;
	enum service_name service; /* the process that runs the handler */
	enum method method;        /* the method of the route; METHOD_NONE = no route */
	const char *path;    /* "/v1/posts/{id}"; each {name} is a field of .input */
	const char *summary; /* a title of a few words */
	const char *doc;     /* complete sentences for people and assistants */
	const struct record *input;  /* NULL = takes nothing */
	const struct record *output; /* NULL with SHAPE_FILE and SHAPE_NONE */
	enum op_shape shape;         /* how the output is put together */
	enum guard guard;            /* who may call */
	enum with with;              /* with which credentials */
	unsigned scopes;             /* any one of them suffices; 0 = none is needed */
	enum op_tx tx;               /* the transaction in which the handler runs */
	enum op_cost cost;           /* which database connection a read gets */
	bool stale_ok;     /* a replica up to READ_BEHIND_MAX_MS behind may answer */
	struct op_run run; /* how the handler runs, where it differs from most */
	enum whose_credentials changes; /* whose credentials it ends or changes */
	struct op_answer answer;        /* how a success is answered over REST */
	struct op_image image;          /* the image that it sets */
	struct op_social social;        /* the calls for the social account around it */
	struct op_chunks chunks;        /* SHAPE_CHUNKED: the rest of the export */
	bool ignores_body; /* a POST that accepts any body, because nobody reads it */
	const struct op *current; /* of a write: the GET of the record that it changes */
	const enum problem *problems; /* ended by PROBLEM_NONE; the guards' are implied */
	/* instead of those in problems.h; ended by PROBLEM_NONE */
	const struct hint *hints;
	const struct conflict *conflicts; /* ended by a NULL constraint */
	struct tool tool;                 /* how assistants see it */
	struct op_retired retired;        /* when it goes away */
};

/* Whether a call writes nothing, according to the declaration. */
bool op_only_reads(const struct op *op);

/* Whether a call without a key may be sent again when its result is unknown. */
bool op_is_repeatable(const struct op *op);

/* Whether the gateway makes other calls for a call of the operation, before or after
 * it. */
bool op_has_steps(const struct op *op);

/* Whether the operation's body is an image. */
bool op_takes_image(const struct op *op);

/* Whether a call may name with If-Match the state of the record that it changes. */
bool op_takes_if_match(const struct op *op);

/* Whether a success carries the ETag of its record: a GET of one record, and a write that
 * answers one, so that a client need not read again what it has just written. */
bool op_answers_tag(const struct op *op);

/* Whether that ETag is the one of the answer itself. A write whose answer differs from
 * the GET's has the GET made for the tag. */
bool op_tags_answer(const struct op *op);

/* Whether a field of the operation's input is given by its path. */
bool op_in_path(const struct op *op, const struct field *field);

/* Whether the operation reads a body, even one without fields: every method but GET
 * does. */
bool op_takes_body(const struct op *op);

/* The hint for a caller whom the operation (NULL = none) refuses with this problem: that
 * of the operation, that of its kind of body, or that of the problem. */
const struct hint *op_hint(const struct op *op, enum problem problem);

/* All operations of all services, in the order of the reference. */
extern const struct op *const ops[];
extern const size_t op_count;

/* The index of an operation in ops[]; op_count for NULL and for an unlisted one. */
size_t op_index(const struct op *op);

#endif
