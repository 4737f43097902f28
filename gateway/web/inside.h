/*
 * inside.h - shared by the files of the pages. A visit is one request of a page.
 *
 *     web.c         distinguishes pages and documents
 *     document.c    public documents, equal for every reader
 *     page.h        the table of pages; page.c finds a page
 *     visit.c       one request: credential, guards, the form, and the page
 *     respond.c     its answers: pages, redirects, and refusals
 *     return_url.c  where a form leads, and the page to which a member returns
 *     encrypted.h   values that one page passes to another
 *     reads.c       the reads of a page
 *     operate.c     calls of operations
 *     posted.c      reads posted forms
 *     typed.c       values that a control types in another form than the contract's
 *     input.c       builds the input of an operation
 *     form.c        writes forms
 *     control.c     writes their fields
 *     fault.c       finds the faults of fields
 *     refusal.h     refusals in words for people
 *     view.c        helpers for the writers of pages
 *     layout.c      the frame around every page
 *     bar.c         the bar with the sections
 */
#ifndef KITH_GATEWAY_WEB_INSIDE_H
#define KITH_GATEWAY_WEB_INSIDE_H

#include "gateway/core/observe/access.h"
#include "gateway/core/problem/problem.h"
#include "gateway/core/request/upload.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/web/page.h"
#include "proto/bounds/bounds.h"

/* The most bytes of a posted form: of a stranger, and of a member. */
#define FORM_BYTES_MAX ((size_t)BOUND_STRANGER_BODY_BYTES)
#define MEMBER_FORM_BYTES_MAX ((size_t)BOUND_BODY_BYTES)

/* The most bytes of a return URL. */
#define VIEW_PATH_MAX 4096

/* ---- page.c ---- */

struct page_match {
	const struct page *page; /* NULL = unknown path */
	const struct form *form; /* the form that is posted there; NULL = none */
	bool shown;              /* the path is the page's own */
	struct http_parameter captures[PAGE_CAPTURES_MAX];
	size_t capture_count;
};

struct page_match page_find(const struct http_request *request);

/* The form with this name (page_form_name()), or NULL. */
const struct form *page_form_of(const char *name);

/* ---- visit.c ---- */

/* The reads of a page, and that of the bar behind them. */
struct reads {
	uint64_t ids[PAGE_READS_MAX + 1]; /* of the calls in progress */
	size_t pending;                   /* calls in progress, and 1 while they begin */
	bool counted;                     /* a read has taken a token of the limit */
	bool second;                      /* those with .with have begun */
	struct message_reply *refusal;    /* of the first that was refused, or NULL */
	size_t refused;                   /* its index */
};

struct visit {
	struct http_request *request;
	struct gateway *gateway;
	struct page_match match;
	struct principal principal;
	int64_t resolved_ms;      /* when the session was looked at */
	struct limit_state limit; /* the rate limit, once a token was taken */
	bool expired;             /* the session has ended */
	uint64_t invocation;      /* the form's call in progress; 0 = none */
	struct reads reads;
	bool at_headers;         /* a large body is not read yet */
	bool admitted;           /* an upload, whose guards have passed */
	struct upload_wait wait; /* for memory for a large body */
	struct image_body image; /* the file of a form */
	const char *once;        /* identifies one rendering of a form */
	const char *tag;         /* of the record that the form showed, or NULL */
	struct message_reply *refusal;
	const char *return_url; /* a Set-Cookie, or NULL */
	struct view view;
	struct buffer out;
	struct access access;
};

/* Begins the visit of a page that was found. */
void visit_begin(
	struct http_request *request, const struct page_match *match, int64_t started_us);
/* Begins the visit of an upload or a long form at its headers; its body is read once it
 * is permitted. */
void visit_begin_large(
	struct http_request *request, const struct page_match *match, int64_t started_us);
/* The body was read, or refused. */
void visit_continue(struct http_request *request);
void visit_gone(struct http_request *request);

/* ---- respond.c ---- */

/* Answers with a page about a problem, or a problem document to programs. */
void visit_refuse(struct visit *visit, const struct message_reply *reply);

/* Writes the page after all its reads. */
void visit_show(struct visit *visit);

/* Redirects the browser to a GET; to the page itself. */
void visit_go(struct visit *visit, const char *location);
void visit_go_to_page(struct visit *visit);

/* ---- form.c ---- */

/* Whether a form sends the entity tag of the record that its page has read. */
bool form_sends_tag(const struct form *form);

/* ---- reads.c ---- */

/* Calls the reads of the page, and shows it or refuses it. */
void reads_begin(struct visit *visit);

/* Cancels the calls in progress. */
void reads_cancel(struct visit *visit);

/* ---- return_url.c ---- */

/* Reads the return URL: view.next and view.kept. */
void return_url_find(struct visit *visit);

/* The address after a successful form. */
const char *return_url_next(const struct visit *visit);

/* The Set-Cookie header that stores the return URL, or deletes it once used; or NULL. */
const char *return_url_cookie(const struct visit *visit);

/* ---- posted.c ---- */

/* Reads the body into visit->view.typed; answers PROBLEM_NONE or a refusal. */
enum problem posted_read(struct visit *visit);

/* Whether the form was written for this session. */
bool posted_is_bound(const struct visit *visit);

/* The CSRF token of a session's forms. */
const char *posted_token(struct arena *arena, const char *credential);

/* ---- typed.c ---- */

/* The typed values as the contract has them: times as instants, lines as lists. */
struct pairs typed_values(const struct view *view);

/* The value of a control by a member of an answer, as a member would type it. */
const char *typed_text(const struct view *view, const struct control *control,
	const json_t *values, const json_t *member);

/* The choices of a control. */
const struct choice *
typed_choices(const struct view *view, const struct control *control);

/* ---- input.c ---- */

/* The field of a name in a form: "digest", or "kinds.org_joined.email" in nested
 * objects. NULL = unknown. */
const struct field *input_field(const struct record *record, const char *name);

/* Writes the input of an operation from `count` lists of pairs; earlier lists take
 * precedence. */
void input_put(
	struct buffer *map, const struct op *op, const struct pairs *lists, size_t count);

/* ---- operate.c ---- */

typedef void operate_done(void *data, const struct message_reply *reply);

/* A call of an operation, with an input from `pairs` and `also`. */
struct operate_call {
	const struct op *op;
	const char *also;
	struct pairs pairs;
	const char *if_match; /* the tag that the record must have, or NULL */
	uint64_t *id;         /* of the call while it is in progress */
	operate_done *done;
	void *data;
};

/* Refuses the caller by a limit or a guard, before the call. */
struct message_reply operate_guard(struct visit *visit, const struct op *op);

/* Calls an operation. When it answers at once, `done` has run on return. */
void operate(struct visit *visit, const struct operate_call *call);

/* The reply of a call as JSON; NULL when there is none, or it is malformed. */
const json_t *operate_answer(const struct visit *visit, const struct op *op,
	const struct message_reply *reply);

/* ---- fault.c ---- */

/* Whether this form, for the current item, was sent and refused. */
bool control_is_refused(const struct view *view, const struct form *form);

/* The control at a place of the input, or NULL. */
const struct control *control_at(const struct form *form, const char *pointer);

/* The fault of a control, or NULL. */
const struct fault *
control_fault_of(const struct view *view, const struct form *form, const char *name);

/* The fault of a field as a sentence with the field's label. */
const char *control_fault(struct arena *arena, const struct fault *fault,
	const char *name, const char *label);

/* ---- bar.c ---- */

/* The paths of two sections that the bar treats apart. */
#define INBOX "/notifications"
#define SEARCH "/search"

/* The largest count that the bar shows. */
#define UNREAD_SHOWN_MAX 99

/* A section of the site: the pages whose paths begin with the same segment. */
struct section {
	const char *path, *label;
	bool wide;  /* on a phone, in the menu only */
	bool admin; /* for administrators */
};

/* Whether two paths begin with the same segment. */
bool bar_same_section(const char *path, const char *other);

/* The section of a path, or NULL. */
const struct section *bar_section(const char *path);

/* Whether there is a page of this path. */
bool bar_has(const char *path);

void bar_put(struct view *view);

/* ---- layout.c ---- */

/* Writes the page of a visit. */
void layout_put(struct view *view, const char *title, void (*write)(struct view *view));

/* Writes a page about a problem of the page at `path`. */
void
layout_problem(struct visit *visit, const struct message_reply *reply, const char *path);

#endif
