/*
 * inside.h - what the files of the pages share. A visit is one request of a page.
 *
 *     web.c       a page, a document, or nothing at all
 *     document.c  what is the same for everybody
 *     page.h      the table of pages; page.c finds one
 *     visit.c     one request: credential, guards, operations, and the page
 *     return_url.c where a form leads, and the page that a member returns to
 *     encrypted.h  what one page passes to another, encrypted
 *     operate.c   a page's calls of operations
 *     posted.c    what was posted
 *     input.c     the input that it makes
 *     form.c      forms as markup
 *     control.c   their fields
 *     view.c      what writers of pages ask for
 *     layout.c    what stands around every page
 */
#ifndef KITH_GATEWAY_WEB_INSIDE_H
#define KITH_GATEWAY_WEB_INSIDE_H

#include "gateway/core/observe/access.h"
#include "gateway/core/problem/problem.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/web/page.h"
#include "proto/bounds/bounds.h"

/* All that a form may have. */
#define FORM_BYTES_MAX ((size_t)BOUND_STRANGER_BODY_BYTES)

/* Of a path that leads back to where one came from. */
#define VIEW_PATH_MAX 4096

/* ---- page.c ---- */

struct page_match {
	const struct page *page; /* NULL = the path names none */
	const struct form *form; /* that is posted there; NULL = none */
	bool shown;              /* the path is the page's own */
	struct http_parameter captures[PAGE_CAPTURES_MAX];
	size_t capture_count;
};

struct page_match page_find(const struct http_request *request);

/* The form whose operation has this name, or NULL. */
const struct form *page_form_of(const char *op_name);

/* ---- visit.c ---- */

struct visit {
	struct http_request *request;
	struct gateway *gateway;
	struct page_match match;
	struct principal principal;
	struct limit_state limit; /* what is left of it, once something was taken */
	bool expired;             /* the cookie stands for nobody any more */
	const struct op *op;      /* that is being called */
	size_t read;              /* which of the page's reads */
	uint64_t invocation;      /* for invoke_cancel(); 0 = none */
	const char *once;         /* tells a form that is sent twice from two */
	struct message_reply *refusal;
	const char *return_url; /* a Set-Cookie, or NULL */
	struct view view;
	struct buffer out;
	struct access access;
};

/* Begins the visit of a page that was found. */
void visit_begin(
	struct http_request *request, const struct page_match *match, int64_t started_us);
void visit_gone(struct http_request *request);

/* Answers with a page about a problem, or a problem document to programs. */
void visit_refuse(struct visit *visit, const struct message_reply *reply);

/* ---- return_url.c ---- */

/* Reads where the visitor came from: view.next and view.kept. */
void return_url_find(struct visit *visit);

/* Where the form leads that has succeeded. */
const char *return_url_next(const struct visit *visit);

/* The Set-Cookie with which the browser keeps the way back to an app, or has gone it;
 * or NULL. */
const char *return_url_cookie(const struct visit *visit);

/* ---- posted.c ---- */

/* Reads the body into visit->view.typed; PROBLEM_NONE, or what refuses it. */
enum problem posted_read(struct visit *visit);

/* Whether the form was made for the session that it came with. */
bool posted_is_bound(const struct visit *visit);

/* The token that a form of this session must hold. */
const char *posted_token(struct arena *arena, const char *credential);

/* ---- input.c ---- */

/* The field that a name of a form stands for: "digest", or "kinds.org_joined.email" of
 * an object in an object. NULL = none. */
const struct field *input_field(const struct record *record, const char *name);

/* Writes the input of an operation as `count` lists of pairs give it; the first goes
 * before. */
void input_put(
	struct buffer *map, const struct op *op, const struct pairs *lists, size_t count);

/* ---- operate.c ---- */

typedef void operate_done(struct visit *visit, const struct message_reply *reply);

/* What refuses the caller before the operation is called: a limit or a guard. */
struct message_reply operate_guard(struct visit *visit, const struct op *op);

/* Calls an operation with what `pairs` (and `also`) say about the fields of its input. */
void operate(struct visit *visit, const struct op *op, const char *also,
	const struct pairs *pairs, operate_done *done);

/* The answer of a call as JSON of the visit; NULL for none, or one that cannot be read. */
const json_t *operate_answer(const struct visit *visit, const struct op *op,
	const struct message_reply *reply);

/* ---- control.c ---- */

/* Whether this is the form that was sent and has been refused, of the item that is
 * being put. */
bool control_is_refused(const struct view *view, const struct form *form);

/* The control that shows a fault at this place of the input, or NULL. */
const struct control *control_at(const struct form *form, const char *pointer);

/* What was wrong with a field, as a sentence that calls it by its label. */
const char *control_fault(struct arena *arena, const struct fault *fault,
	const char *name, const char *label);

/* ---- layout.c ---- */

/* The whole page of a visit, around what its writer puts. */
void layout_put(struct view *view, const char *title, void (*write)(struct view *view));

/* A page about a problem. */
void layout_problem(struct view *view, const struct message_reply *reply);

/* ---- view.c ---- */

/* What a refusal says to a person: whole sentences. */
const char *view_sentence(struct arena *arena, const struct message_reply *reply);

#endif
