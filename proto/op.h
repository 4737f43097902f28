/*
 * op.h - the description of an operation.
 *
 * Routing, guards, validation, OpenAPI, the tool list and the reference pages read this
 * struct. The service names the handler in a table of its own (common/service/service.h).
 * An operation that is listed without a description, or described without a handler, does
 * not link.
 */
#ifndef KITH_PROTO_OP_H
#define KITH_PROTO_OP_H

#include "proto/field.h"
#include "proto/problems.h"

/* SERVICE(constant, name): the processes. The gateway handles a few operations itself. */
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

/* Who may call the operation. The handler decides what a caller may do to a record. */
enum guard {
	/* not declared: the contract test fails, and the gateway refuses the call */
	GUARD_UNSET,
	GUARD_PUBLIC,  /* everybody; a credential is neither required nor read */
	GUARD_ACCOUNT, /* a valid credential, also of a pending or suspended member: for
			* /v1/auth */
	GUARD_MEMBER,  /* an active member: the rule for the rest of /v1 */
	GUARD_ADMIN,   /* an active platform administrator */
	/* an active member's session, on a page of the gateway: no route, no tool */
	GUARD_SESSION,
	GUARD_INTERNAL, /* other processes and kithctl, never clients */
};

/* Which credentials of a member may call the operation. */
enum with {
	WITH_ANY,
	/* No apps: an app must not export the member's data or list the member's other
	 * sessions, tokens and apps. */
	WITH_OWN,
	/* Sessions only: a leaked token must not create tokens that outlive it, or change
	 * how the member signs in. */
	WITH_SESSION,
	WITH_COUNT,
};

/* The sentences of the reference; "" for WITH_ANY. */
extern const char *const with_sentences[WITH_COUNT];

/* Scopes as bits. Any one of the scopes of an operation permits the call. */
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
	const char *sentence; /* shown on the consent page */
	unsigned includes;    /* the scopes that it implies */
};

#define SCOPE_KINDS 6
extern const struct scope_info scope_infos[SCOPE_KINDS];

enum op_shape {
	SHAPE_RECORD, /* one .output record */
	SHAPE_PAGE,   /* {items: [.output], nextCursor} */
	SHAPE_ARRAY,  /* [.output], the next page in a Link header */
	/* a chunked export: one .output that the gateway joins from chunks */
	SHAPE_CHUNKED,
	SHAPE_FILE, /* a text of type .answer.file_type, without .output */
	SHAPE_NONE, /* 204 */
};

/* The transaction in which the handler runs. */
enum op_tx {
	TX_UNSET, /* not declared: the contract test fails, and the call is refused */
	TX_NONE,  /* no transaction around the statements */
	/* REPEATABLE READ, read only: one snapshot for all statements */
	TX_READ,
	TX_WRITE, /* READ COMMITTED; committed when the handler returns PROBLEM_NONE */
};

/* How long a read occupies its database connection, which decides the connection it
 * gets. */
enum op_cost {
	/* not a database read: a connection of its own, or none */
	COST_UNSET,
	/* Single statements by key, on connections that other calls share. */
	COST_POINT,
	/* Single statements that each read one page, on shared connections. Lists queue
	 * apart from point reads. A call with a filter may skip many rows and counts as
	 * COST_SLOW. On a shared connection, each statement of TX_READ has a snapshot of
	 * its own. */
	COST_LIST,
	/* A transaction on a connection of its own. */
	COST_SLOW,
};

/* Which worker pool runs the handler. */
enum pool {
	POOL_DATABASE, /* waits only for the database */
	POOL_OUTSIDE,  /* slow work outside the database: password hashes, images */
	POOL_WEB,      /* waits for hosts that members name, which may never respond */
	POOL_STORE,    /* waits for the object store */
	POOL_SOCIAL,   /* waits for the social provider */
	POOL_COUNT,
};

/* How far a replica may lag, in milliseconds, when it serves an operation with
 * .stale_ok. */
#define READ_BEHIND_MAX_MS 2000

/* How the handler runs, if it differs from the default. */
struct op_run {
	enum pool pool;
	/* for a handler that waits for more than the database; 0 = the default */
	int timeout_ms;
	/* a write that can run twice, even concurrently, with the same effect */
	bool repeatable;
	/* the reply may have megabytes, so few calls are under way at once */
	bool large;
	/* the gateway carries out the request that the operation returns */
	bool approves;
};

/* Whose credentials an operation ends or changes. The gateway that handles the call drops
 * them from its cache before it responds. */
enum whose_credentials {
	CREDENTIALS_OF_NOBODY,
	CREDENTIALS_OF_CALLER,   /* of the member who calls */
	CREDENTIALS_OF_SUBJECT,  /* of the member in the input's `id` */
	CREDENTIALS_OF_SOMEBODY, /* of a member known to the service only */
};

/* The REST response of a success, apart from its body. */
struct op_answer {
	bool accepted; /* 202: the work continues after the response */
	bool secret;   /* contains a secret, and is encrypted when stored for a replay */
	bool tagged;   /* a GET of one record: returns an ETag */
	const char *file_type; /* SHAPE_FILE: the media type of the text */
	/* of a created record: "/v1/posts/{id}", with {id} from the output */
	const char *location;
};

/* The source of the image that an operation sets. */
enum image_source {
	IMAGE_NONE,
	IMAGE_BODY, /* the body of a PUT: the bytes, or a form with one file */
	IMAGE_URL,  /* the address in the input's `url` */
	/* a tool: the address in `url`, or no image when `remove` is true */
	IMAGE_CHOSEN,
	IMAGE_SOCIAL, /* the caller's photo at the social provider */
	IMAGE_AVATAR, /* a tool: IMAGE_SOCIAL when `source` says so, else IMAGE_CHOSEN */
};

/* The use of an image, which decides its size. */
enum image_use {
	IMAGE_SQUARE,  /* an avatar or a logo: 512 x 512 pixels */
	IMAGE_WIDE,    /* a photo or a cover: within 1600 x 1600 */
	IMAGE_BY_KIND, /* as the input's `kind` says: a logo is square, a cover wide */
};

/*
 * An operation that sets an image takes three calls. The first is a dry run of the
 * operation, which checks the caller's permission and is rolled back. Then the media
 * service stores the image. Last, the gateway calls the operation with the id of the
 * image (struct call, .image), and the owner of the record sets it in the transaction
 * that checks the permission again.
 */
struct op_image {
	enum image_source source;
	enum image_use use;
};

/* Whether the gateway shares the written record on the caller's social account. */
enum share {
	SHARE_NONE,
	SHARE_ASKED,  /* if the input's `social` is true; a failure becomes a warning */
	SHARE_ALWAYS, /* always; a failure to share fails the operation */
};

/* Calls to the media service for the caller's social account, before or after the
 * operation. */
struct op_social {
	const struct op
		*first;   /* internal: called first with the same input; must succeed */
	enum share share; /* whether media then posts the written record */
	/* with .share: called last with {id} of the output; its output is returned */
	const struct op *shown;
};

/* A chunked export: the operation returns the first chunk. */
struct op_chunks {
	const struct op *next; /* returns the chunks after the first; takes {part} */
};

/* The deprecation of an operation, as response headers announce it. */
struct op_retired {
	const char *deprecated; /* RFC 9745: "@1688169599"; NULL = not deprecated */
	const char *sunset;     /* RFC 8594: an HTTP date */
};

/* The meaning of a violated database constraint to the caller. */
struct conflict {
	const char *constraint;
	enum problem problem;
	const char *pointer; /* with PROBLEM_VALIDATION_FAILED: the field, "#/slug" */
	enum fault_code fault;
	const char *detail;
};

/* The operation as a tool for assistants; name NULL = not a tool. */
struct tool {
	const char *name;  /* at most 32 characters, snake_case */
	const char *title; /* for people, in the client's tool list */
	/* what it does and when to use it; NULL = the operation's .doc */
	const char *doc;
	bool read_only;
	bool destructive;
	/* A second call has no further effect, so it runs again. A second call of any
	 * other tool that writes returns the first result (gateway/mcp/call.c). */
	bool idempotent;
	bool open_world; /* reaches people outside the instance */
	int rank;        /* order in the list: 1 = used most */
};

/* At most 28 members. Members for few operations are in structs of their own. */
struct op {
	/* "post_create": name of the function and the file, and the OpenAPI
	 * operationId */
	const char *name;
	enum service_name service; /* the process of the handler */
	enum method method;        /* the method of the route; METHOD_NONE = no route */
	const char *path;    /* "/v1/posts/{id}"; each {name} is a field of .input */
	const char *summary; /* a title of a few words */
	const char *doc;     /* complete sentences, for people and assistants */
	const struct record *input;  /* NULL = takes nothing */
	const struct record *output; /* NULL with SHAPE_FILE and SHAPE_NONE */
	enum op_shape shape;
	enum guard guard;
	enum with with;
	unsigned scopes; /* any one suffices; 0 = none is required */
	enum op_tx tx;
	enum op_cost cost;
	bool stale_ok; /* a replica that lags at most READ_BEHIND_MAX_MS may serve it */
	struct op_run run;
	enum whose_credentials changes;
	struct op_answer answer;
	struct op_image image;
	struct op_social social;
	struct op_chunks chunks;  /* SHAPE_CHUNKED only */
	bool ignores_query;       /* a GET that accepts any query and ignores it */
	bool ignores_body;        /* a POST that accepts any body and ignores it */
	const struct op *current; /* of a write: the GET of the record that it changes */
	const enum problem
		*problems; /* ended by PROBLEM_NONE; without those of the guards */
	/* override the hints of hints.h; ended by PROBLEM_NONE */
	const struct hint *hints;
	const struct conflict *conflicts; /* ended by a NULL constraint */
	struct tool tool;
	struct op_retired retired;
};

/* Whether the operation is declared to write nothing. */
bool op_only_reads(const struct op *op);

/* Whether a call of the operation counts as a write in rate limits. The approval of a
 * request does, because the request may be one. */
bool op_is_write(const struct op *op);

/* Whether a call without a key may be sent again when its result is unknown. */
bool op_is_repeatable(const struct op *op);

/* Whether the gateway makes other calls before or after a call of the operation. */
bool op_has_steps(const struct op *op);

/* Whether the operation's body is an image. */
bool op_takes_image(const struct op *op);

/* Whether a call may send If-Match with the ETag of the record that it changes. */
bool op_takes_if_match(const struct op *op);

/* Whether a success returns an ETag: a GET of one record, or a write that returns one.
 * After such a write, a client need not read the record again. */
bool op_answers_tag(const struct op *op);

/* Whether that ETag is the tag of the output itself. If the output of a write differs
 * from the GET's, the gateway calls the GET for the tag. */
bool op_tags_answer(const struct op *op);

/* Whether a field of the operation's input is given by its path. */
bool op_in_path(const struct op *op, const struct field *field);

/* Whether the operation reads a body, even one without fields. Every method except GET
 * does, unless .ignores_body. */
bool op_takes_body(const struct op *op);

/* The hint for a problem of the operation (NULL = none): the hint of the operation, of
 * its kind of body, or of the problem. */
const struct hint *op_hint(const struct op *op, enum problem problem);

/* All operations of all services, in the order of the reference. */
extern const struct op *const ops[];
extern const size_t op_count;

/* The index of an operation in ops[]; op_count for NULL and for an unlisted one. */
size_t op_index(const struct op *op);

/* The operation of a name of `size` bytes; NULL when there is none. */
const struct op *op_named(const char *name, size_t size);

#endif
